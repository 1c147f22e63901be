import { z } from 'zod'
import { mayOpenLinks } from '../../access/links.ts'
import { recordAudit } from '../../audit/record.ts'
import { IncludeDeleted, Paging, RecordId, recordOf, syncPageOf, UpdatedSince } from '../../fields/fields.ts'
import { createdFrom, mergedWith } from '../../fields/record.ts'
import { newId } from '../../ids.ts'
import { operation } from '../../operation/operation.ts'
import { isSame } from '../../records/changes.ts'
import { listRecords } from '../../records/lists/lists.ts'
import { requireEntitlement, requireQuota } from '../../workspaces/plans.ts'
import { auditedEndpoint } from '../audited-endpoint.ts'
import { deliveriesDue } from '../channel.ts'
import { endpointFields, NewWebhookEndpoint, WebhookEndpoint, WebhookEndpointDetail } from '../endpoint.ts'
import { newSigningSecret } from '../sending/sign.ts'
import { changedHeaders, NO_HEADERS } from '../settings/custom-headers.ts'
import * as store from '../store.ts'
import { WebhookEndpointFields } from '../subscription.ts'
import { requireTarget } from '../target.ts'
import { healed } from '../worker/health/health.ts'

const access = 'webhooks:manage'
/** Settings are omitted from tool results: they cost tokens in conversations, and models must not see values of headers. */
const SETTINGS = [
  'headers',
  'header_names',
  'shows_links',
  'guide_ids',
  'organisation_ids',
  'payload',
  'payload_version',
  'max_concurrency',
  'max_per_second',
]

export const listWebhookEndpoints = operation({
  name: 'list_webhook_endpoints',
  summary: 'List webhook endpoints, newest first',
  reference: 'Signing secrets and the values of custom headers are never shown.',
  access,
  does: ['reads'],
  route: 'GET /webhook_endpoints',
  status: 200,
  tool: {
    guidance: 'Signing secrets are not shown.',
    hides: SETTINGS,
  },
  input: z.strictObject({ ...Paging, updated_since: UpdatedSince, include_deleted: IncludeDeleted }),
  output: syncPageOf(WebhookEndpoint),
  run: (context, paging) => listRecords(context, store.endpointList, paging),
})

export const getWebhookEndpoint = operation({
  name: 'get_webhook_endpoint',
  summary: 'Get a webhook endpoint with its 10 most recent deliveries',
  description: '`failing_since` and `next_attempt_at` tell whether deliveries are held up.',
  access,
  does: ['reads'],
  route: 'GET /webhook_endpoints/:id',
  status: 200,
  input: z.strictObject({ id: RecordId }),
  output: recordOf(WebhookEndpointDetail),
  etag: WebhookEndpoint,
  run: ({ caller: { workspace_id }, store: { read } }, { id }) =>
    read(async (reader) => {
      const endpoint = await store.existingEndpointRow(reader, workspace_id, id)
      const deliveries = await store.newestDeliveries(reader, workspace_id, id)
      return { data: { ...endpoint, next_attempt_at: endpoint.open_until, deliveries } }
    }),
})

export const createWebhookEndpoint = operation({
  name: 'create_webhook_endpoint',
  summary: 'Create a webhook endpoint',
  description: 'The signing secret is returned only here.',
  reference: 'The signing secret is only in the answer of this request.',
  access,
  does: ['adds', 'forwards'],
  audit: ['webhook_endpoint.created'],
  route: 'POST /webhook_endpoints',
  body: 'webhook_endpoint',
  status: 201,
  tool: {
    guidance: 'Hand it to the user at once. Example: {"url": "https://example.com/hook", "events": ["enrollment.*"]}',
    hides: SETTINGS,
  },
  input: WebhookEndpointFields,
  output: recordOf(NewWebhookEndpoint),
  etag: WebhookEndpoint,
  run: async (context, given) => {
    const { sealer } = context
    const { workspace_id, plan } = context.caller
    requireEntitlement(plan, 'webhooks')
    await requireTarget(context, given.url)
    return context.store.write(async (tx) => {
      await requireQuota(tx, plan, workspace_id, 'webhook_endpoints', () => store.countEndpoints(tx, workspace_id))
      const at = tx.stamp
      const secret = newSigningSecret()
      const { header_names, sealed_headers } = changedHeaders(sealer, NO_HEADERS, given.headers)
      const endpoint = {
        id: newId(),
        ...createdFrom(endpointFields, given),
        header_names,
        shows_links: mayOpenLinks(context.caller),
        status: 'enabled' as const,
        disabled_reason: null,
        created_at: at,
        updated_at: at,
      }
      const sealed = { sealed_secret: sealer.seal(secret), sealed_headers }
      await store.insertEndpoint(tx, { workspace_id, ...endpoint, ...sealed })
      await recordAudit(tx, context, { action: 'webhook_endpoint.created', ...auditedEndpoint(endpoint) })
      return { data: { ...endpoint, secret } }
    })
  },
})

export const updateWebhookEndpoint = operation({
  name: 'update_webhook_endpoint',
  summary: 'Update a webhook endpoint',
  description: 'Omitted fields stay unchanged; lists are replaced as a whole.',
  access,
  does: ['replaces', 'forwards'],
  audit: ['webhook_endpoint.updated'],
  isIdempotent: true,
  route: 'PATCH /webhook_endpoints/:id',
  body: 'webhook_endpoint',
  status: 200,
  tool: {
    guidance: 'Find the id with list_webhook_endpoints. Example: {"id": "...", "events": ["*"]}',
    hides: SETTINGS,
  },
  input: WebhookEndpointFields.partial().extend({ id: RecordId }),
  output: recordOf(WebhookEndpoint),
  etag: WebhookEndpoint,
  current: getWebhookEndpoint,
  run: async (context, { id, ...changes }) => {
    const { workspace_id } = context.caller
    await requireTarget(context, changes.url)
    return context.store.write(async (tx) => {
      const current = await store.existingEndpointRow(tx, workspace_id, id)
      const headers = changedHeaders(context.sealer, current, changes.headers)
      const data = { ...current, ...mergedWith(endpointFields, current, changes), ...headers }
      if (changes.url !== undefined)
        data.shows_links = mayOpenLinks(context.caller) || (current.shows_links && changes.url === current.url)
      if (isSame(current, data)) return { data: current }
      data.updated_at = tx.stamp
      const moved = data.url !== current.url
      // The health of the previous address does not apply to the new one, and order no longer matters.
      const state = moved ? healed(tx) : { release_at: tx.time }
      await store.updateEndpointRow(tx, data, state)
      await tx.notify(deliveriesDue)
      await recordAudit(tx, context, { action: 'webhook_endpoint.updated', ...auditedEndpoint(data) })
      return { data }
    })
  },
})

export const deleteWebhookEndpoint = operation({
  name: 'delete_webhook_endpoint',
  summary: 'Delete a webhook endpoint and its deliveries',
  description: 'Deliveries that wait are not sent any more. To keep them, pause the endpoint instead.',
  access,
  does: ['deletes'],
  audit: ['webhook_endpoint.deleted'],
  route: 'DELETE /webhook_endpoints/:id',
  status: 204,
  input: z.strictObject({ id: RecordId }),
  output: z.void(),
  current: getWebhookEndpoint,
  run: (context, { id }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const endpoint = await store.existingEndpoint(tx, workspace_id, id)
      await store.deleteEndpointRow(tx, workspace_id, id)
      await recordAudit(tx, context, { action: 'webhook_endpoint.deleted', ...auditedEndpoint(endpoint) })
    }),
})
