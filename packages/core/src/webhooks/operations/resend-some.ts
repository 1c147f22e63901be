import { and, asc, eq, gte, inArray, isNull, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { InputTime, RecordId, recordOf } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { openCursor, sealCursor } from '../../records/lists/cursor.ts'
import type { Tx } from '../../storage/database.ts'
import { deliveriesDue } from '../channel.ts'
import { existingEndpoint } from '../store.ts'

const LIST = 'webhook deliveries to send again'
/** Maximum number of deliveries per call, because writers of SQLite wait for it. */
const LIMIT = 500
/** Deliveries examined per call: if few match, it ends with fewer. */
const SCAN_LIMIT = 2000
/** The final statuses: pending deliveries are sent in any case. */
const OVER = ['succeeded', 'failed', 'skipped'] as const

export const resendWebhookDeliveries = operation({
  name: 'resend_webhook_deliveries',
  summary: 'Resend deliveries of a webhook endpoint by filter',
  description: `Resends the same events with the same IDs, oldest first, and restarts their retry schedules. At most ${LIMIT} per call, fewer if few match; call again with next_cursor until it is null.`,
  access: 'webhooks:manage',
  does: ['adds', 'forwards'],
  audit: ['webhook_delivery.many_resent'],
  route: 'POST /webhook_endpoints/:id/deliveries/resend',
  body: 'resend',
  status: 200,
  input: z.strictObject({
    id: RecordId,
    since: InputTime.describe('Only deliveries of events at or after this time'),
    until: InputTime.optional().describe('Only deliveries of events at or before this time'),
    status: z.enum(OVER).optional().describe('Only deliveries with this result; defaults to all finished ones'),
    event: z.string().max(100).optional().describe('Only deliveries of this event type'),
    cursor: z
      .string()
      .max(500)
      .optional()
      .describe('next_cursor of the previous response')
      .meta({ reference: '`next_cursor` of the previous call, to go on where it ended.' }),
  }),
  example: { since: '2026-01-01T00:00:00Z', status: 'failed', event: 'contact.updated' },
  output: recordOf(
    z
      .object({
        resent: z.int().meta({ reference: 'Number of deliveries sent again by this call.' }),
        next_cursor: z
          .string()
          .nullable()
          .meta({ reference: 'The `cursor` of the next call; `null` once all have been sent again.' }),
      })
      .meta({ reference: 'How far the call has come.' }),
  ),
  run: (context, { id: endpoint_id, since, until, status, event, cursor }) =>
    context.store.write(async (tx) => {
      const { caller, sealer } = context
      const { workspace_id } = caller
      const endpoint = await existingEndpoint(tx, workspace_id, endpoint_id)
      if (endpoint.status !== 'enabled')
        throw validationError({
          status: fieldError('wrong_state', `of the endpoint is ${endpoint.status}: enable it first`),
        })
      const { webhook_deliveries: t } = tx.tables
      const after = cursor ? openCursor(sealer, LIST, cursor) : undefined
      const looked = await tx.db
        .select({ id: t.id, created_at: t.created_at, status: t.status, event: t.event })
        .from(t)
        .where(
          and(
            eq(t.workspace_id, workspace_id),
            eq(t.endpoint_id, endpoint_id),
            gte(t.created_at, since),
            until === undefined ? undefined : lte(t.created_at, until),
            after && sql`(${t.created_at}, ${t.id}) > (${after.created_at}, ${after.id})`,
          ),
        )
        .orderBy(asc(t.created_at), asc(t.id))
        .limit(SCAN_LIMIT)
      const matching = looked.filter((one) => (!status || one.status === status) && (!event || one.event === event))
      const chosen = matching.slice(0, LIMIT).map(({ id }) => id)
      const resent = chosen.length > 0 ? await makeDue(tx, workspace_id, chosen) : 0
      const details = { count: String(resent), endpoint: endpoint_id }
      if (resent > 0) await recordAudit(tx, context, { action: 'webhook_delivery.many_resent', details })
      const isCut = matching.length > LIMIT
      const last = isCut ? matching[LIMIT - 1] : looked.length === SCAN_LIMIT ? looked.at(-1) : undefined
      return { data: { resent, next_cursor: last ? sealCursor(sealer, LIST, last) : null } }
    }),
})

/** @returns how many were changed: pending ones are sent in any case */
async function makeDue(tx: Tx, workspace_id: string, chosen: string[]): Promise<number> {
  const { webhook_deliveries: t } = tx.tables
  const isOver = and(inArray(t.status, OVER), isNull(t.lease_until))
  const which = and(eq(t.workspace_id, workspace_id), inArray(t.id, chosen), isOver)
  const due = { status: 'pending' as const, attempts: 0, losses: 0, next_attempt_at: tx.time, waiting_for: null }
  const made = await tx.db
    .update(t)
    .set({ ...due, updated_at: tx.stamp })
    .where(which)
    .returning({ id: t.id })
  await tx.notify(deliveriesDue)
  return made.length
}
