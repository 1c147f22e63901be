import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import { notFound, validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { InputTime, Paging, pageOf, RecordId, recordOf, UpdatedSince } from '../../fields/fields.ts'
import { newId } from '../../ids.ts'
import { operation } from '../../operation/operation.ts'
import { listRecords } from '../../records/lists/lists.ts'
import type { ListSource } from '../../records/lists/source.ts'
import { columnsOf, findRow } from '../../records/rows.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { auditedEndpoint } from '../audited-endpoint.ts'
import { deliveriesDue } from '../channel.ts'
import { WebhookRecovery } from '../endpoint.ts'
import { existingEndpoint } from '../store.ts'

const access = 'webhooks:manage'
const FIRST_EVENT = ''

const recoveryColumns = (table: Tables['webhook_recoveries']) => columnsOf(table, WebhookRecovery)

const recoveryList = {
  name: 'webhook_recoveries',
  table: (tables) => tables.webhook_recoveries,
  columns: recoveryColumns,
  filters: { endpoint_id: (t) => eq(t.endpoint_id, sql.placeholder('endpoint_id')) },
} satisfies ListSource<Tables['webhook_recoveries'], ReturnType<typeof recoveryColumns>>

export const listWebhookRecoveries = operation({
  name: 'list_webhook_recoveries',
  summary: 'List the recoveries of a webhook endpoint with their progress, newest first',
  description: 'Their numbers grow while they run.',
  access,
  does: ['reads'],
  route: 'GET /webhook_endpoints/:id/recoveries',
  status: 200,
  input: z.strictObject({ id: RecordId, ...Paging, updated_since: UpdatedSince }),
  output: pageOf(WebhookRecovery),
  run: async (context, { id, ...paging }) => {
    await context.store.read((reader) => existingEndpoint(reader, context.caller.workspace_id, id))
    return listRecords(context, recoveryList, { filters: { endpoint_id: id }, ...paging })
  },
})

export const getWebhookRecovery = operation({
  name: 'get_webhook_recovery',
  summary: 'Get a recovery of a webhook endpoint with its progress',
  description: 'Ask again until its status tells that it is done.',
  access,
  does: ['reads'],
  route: 'GET /webhook_endpoints/:id/recoveries/:recovery_id',
  status: 200,
  input: z.strictObject({
    id: RecordId,
    recovery_id: RecordId.meta({
      reference: 'A recovery of the endpoint, as `GET /webhook_endpoints/{id}/recoveries` lists it.',
    }),
  }),
  output: recordOf(WebhookRecovery),
  etag: WebhookRecovery,
  run: ({ caller: { workspace_id }, store: { read } }, { id, recovery_id }) =>
    read(async (reader) => {
      await existingEndpoint(reader, workspace_id, id)
      const found = await findRow(reader, 'webhook_recoveries', recoveryColumns, { workspace_id, id: recovery_id })
      if (found?.endpoint_id !== id) throw notFound()
      return { data: found }
    }),
})

export const recoverWebhookEndpoint = operation({
  name: 'recover_webhook_endpoint',
  summary: 'Recover deliveries that a webhook endpoint missed in a time range',
  description:
    'In the background, skipped and failed deliveries of events in the range are sent again, oldest first. Events are kept for 30 days, or as configured.',
  access,
  does: ['adds', 'forwards'],
  audit: ['webhook_endpoint.recovered'],
  route: 'POST /webhook_endpoints/:id/recover',
  body: 'recovery',
  status: 201,
  input: z.strictObject({
    id: RecordId,
    since: InputTime.describe('Only events at or after this time'),
    until: InputTime.optional().describe('Only events at or before this time; defaults to now'),
  }),
  example: { since: '2026-01-01T00:00:00Z' },
  output: recordOf(WebhookRecovery),
  run: (context, { id, since, until }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const at = tx.stamp
      const endpoint = await existingEndpoint(tx, workspace_id, id)
      const end = until ?? at
      if (since >= end) throw validationError({ since: fieldError('too_large', 'must be before until') })
      const recovery = {
        id: newId(),
        endpoint_id: id,
        since,
        until: end,
        status: 'running' as const,
        looked_at: 0,
        recovered: 0,
        reached: null,
        created_at: at,
        updated_at: at,
      }
      await tx.db
        .insert(tx.tables.webhook_recoveries)
        .values({ workspace_id, ...recovery, after_event_id: FIRST_EVENT })
      await tx.notify(deliveriesDue)
      await recordAudit(tx, context, { action: 'webhook_endpoint.recovered', ...auditedEndpoint(endpoint) })
      return { data: recovery }
    }),
})
