import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { mayOpenLinks } from '../../access/links.ts'
import { recordAudit } from '../../audit/record.ts'
import { notFound, validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { Paging, pageOf, RecordId, recordOf, UpdatedSince } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { LOG_COUNTS_TO, SCAN_LIMIT, SEARCH_SCAN_LIMIT } from '../../records/lists/limits.ts'
import { listRecords } from '../../records/lists/lists.ts'
import type { ListSource } from '../../records/lists/source.ts'
import type { Reader } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { deliveriesDue } from '../channel.ts'
import { DELIVERY_STATUSES } from '../contract.ts'
import { Delivery } from '../endpoint.ts'
import { bodyOf } from '../events/payload.ts'
import { revealed } from '../events/sealed-fields.ts'
import { DeliveryDetail } from '../log/attempt.ts'
import { attemptsOf, findEvent } from '../log/store.ts'
import { deliveryColumns, existingEndpoint, existingEndpointRow } from '../store.ts'

const access = 'webhooks:manage'

const deliveryList = {
  name: 'webhook_deliveries',
  table: (tables) => tables.webhook_deliveries,
  columns: deliveryColumns,
  countsTo: LOG_COUNTS_TO,
  looks: { at: SCAN_LIMIT, within: [['endpoint_id', 'missed'], ['endpoint_id']] },
  filters: {
    endpoint_id: (t) => eq(t.endpoint_id, sql.placeholder('endpoint_id')),
    // The condition matches an index that contains only deliveries that failed or were skipped.
    missed: (t) => sql`${t.status} in ('failed', 'skipped') and ${t.status} = ${sql.placeholder('missed')}`,
    status: (t) => eq(t.status, sql.placeholder('status')),
    event: (t) => eq(t.event, sql.placeholder('event')),
  },
} satisfies ListSource<Tables['webhook_deliveries'], ReturnType<typeof deliveryColumns>>

export const listWebhookDeliveries = operation({
  name: 'list_webhook_deliveries',
  summary: 'List the deliveries of a webhook endpoint, newest first',
  description:
    'Deliveries are kept for 30 days, or as configured. total counts up to 10,000; use a cursor to read on. ' +
    SEARCH_SCAN_LIMIT,
  access,
  does: ['reads'],
  route: 'GET /webhook_endpoints/:id/deliveries',
  status: 200,
  input: z.strictObject({
    id: RecordId,
    ...Paging,
    status: z.enum(DELIVERY_STATUSES).optional().meta({
      reference:
        'Restricts the list to deliveries that wait (`pending`), that the endpoint accepted (`succeeded`), that were given up (`failed`), or that were not sent while the endpoint was paused or disabled (`skipped`).',
    }),
    event: z
      .string()
      .max(100)
      .optional()
      .describe('Only deliveries of this event type')
      .meta({ reference: 'Restricts the list to deliveries of this event type.' }),
    updated_since: UpdatedSince,
  }),
  output: pageOf(Delivery),
  run: async (context, { id, status, event, ...paging }) => {
    await context.store.read((reader) => existingEndpoint(reader, context.caller.workspace_id, id))
    const isMissed = status === 'failed' || status === 'skipped'
    const filters = { endpoint_id: id, ...(isMissed ? { missed: status } : { status }), event }
    return listRecords(context, deliveryList, { filters, ...paging })
  },
})

export const getWebhookDelivery = operation({
  name: 'get_webhook_delivery',
  summary: 'Get a delivery with its payload and all attempts',
  description: 'The payload is the request body, identical for every attempt.',
  access,
  does: ['reads'],
  route: 'GET /webhook_endpoints/:id/deliveries/:delivery_id',
  status: 200,
  input: z.strictObject({
    id: RecordId,
    delivery_id: RecordId.meta({
      reference: 'A delivery of the endpoint, as `GET /webhook_endpoints/{id}/deliveries` lists it.',
    }),
  }),
  output: recordOf(DeliveryDetail),
  etag: Delivery,
  run: ({ caller, store: { read }, sealer }, { id, delivery_id }) =>
    read(async (reader) => {
      const { workspace_id } = caller
      const { payload, shows_links } = await existingEndpointRow(reader, workspace_id, id)
      const [delivery] = await reader.db
        .select(deliveryColumns(reader.tables.webhook_deliveries))
        .from(reader.tables.webhook_deliveries)
        .where(atPlace(reader, { workspace_id, id, delivery_id }))
      if (!delivery) throw notFound()
      const attempts_made = await attemptsOf(reader, workspace_id, delivery_id)
      const event = await findEvent(reader, workspace_id, delivery.event_id)
      const links = shows_links && mayOpenLinks(caller)
      const shown = event && { ...event, data: revealed(sealer, event.data, { links }) }
      const request_body = shown ? bodyOf(shown, id, attempts_made[0]?.request.payload ?? payload) : null
      return { data: { ...delivery, request_body, attempts_made } }
    }),
})

interface DeliveryPlace {
  workspace_id: string
  id: string
  delivery_id: string
}

/** A delivery of another endpoint is not found. */
function atPlace({ tables: { webhook_deliveries: t } }: Reader, { workspace_id, id, delivery_id }: DeliveryPlace) {
  return and(eq(t.workspace_id, workspace_id), eq(t.id, delivery_id), eq(t.endpoint_id, id))
}

export const resendWebhookDelivery = operation({
  name: 'resend_webhook_delivery',
  summary: 'Resend a delivery',
  description: 'The same event is sent immediately, with the same id, and the retry schedule begins anew.',
  access,
  does: ['adds', 'forwards'],
  audit: ['webhook_delivery.resent'],
  route: 'POST /webhook_endpoints/:id/deliveries/:delivery_id/resend',
  status: 200,
  input: z.strictObject({
    id: RecordId,
    delivery_id: RecordId.meta({
      reference: 'A delivery of the endpoint, as `GET /webhook_endpoints/{id}/deliveries` lists it.',
    }),
  }),
  output: recordOf(Delivery),
  run: (context, { id, delivery_id }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const at = tx.stamp
      const endpoint = await existingEndpoint(tx, workspace_id, id)
      if (endpoint.status !== 'enabled')
        throw validationError({
          status: fieldError('wrong_state', `of the endpoint is ${endpoint.status}: enable it first`),
        })
      const { webhook_deliveries: deliveries } = tx.tables
      const which = atPlace(tx, { workspace_id, id, delivery_id })
      const { dialect } = tx.connection
      // Locked, so that it is not claimed before the change.
      const [delivery] = await dialect.locking(tx.db.select().from(deliveries).where(which), 'change')
      if (!delivery) throw notFound()
      if (delivery.lease_until !== null)
        throw validationError({ status: fieldError('wrong_state', 'is pending: an attempt is under way') })
      const due = { next_attempt_at: tx.time, waiting_for: null }
      const changed = { status: 'pending' as const, attempts: 0, losses: 0, ...due, updated_at: at }
      await tx.db.update(deliveries).set(changed).where(which)
      const details = { event: delivery.event, endpoint: id }
      await recordAudit(tx, context, { action: 'webhook_delivery.resent', subject_id: delivery_id, details })
      await tx.notify(deliveriesDue)
      return { data: { ...delivery, ...changed } }
    }),
})
