import { and, asc, eq, gt, isNotNull, isNull, lte } from 'drizzle-orm'
import type { Reader, Tx } from '../../storage/database.ts'
import { deliveriesDue } from '../channel.ts'
import { deliveriesOf, subscriberColumns } from './record.ts'

/** Endpoints of one step, or events with few of them. */
const STEP = 200

/**
 * Writes some of the deliveries of events that are for more endpoints than one transaction writes to, the oldest first.
 * Where it is, the event says, in the same transaction: what a crash interrupts goes on, and nothing is written twice.
 * @returns whether there may be more
 */
export async function fanOutSome(tx: Tx): Promise<boolean> {
  let looked = 0
  while (looked < STEP) {
    const event = await oldestUnfinished(tx)
    if (!event) break
    looked += Math.max(1, await fanOut(tx, event, STEP - looked))
  }
  if (looked > 0) await tx.notify(deliveriesDue)
  return looked > 0
}

type Unfinished = NonNullable<Awaited<ReturnType<typeof oldestUnfinished>>>

async function oldestUnfinished({ db, connection, tables: { events } }: Tx) {
  const { workspace_id, id, type, occurred_at, data, fan_out_after } = events
  const oldest = db
    .select({ workspace_id, id, type, occurred_at, data, after: fan_out_after })
    .from(events)
    .where(isNotNull(fan_out_after))
    .orderBy(asc(occurred_at))
    .limit(1)
  // Of several processes one goes on with it.
  const [event] = await connection.dialect.locking(oldest, 'change')
  return event
}

/** @returns how many endpoints it looked at */
async function fanOut(tx: Tx, event: Unfinished, limit: number): Promise<number> {
  const { workspace_id, id } = event
  const { events, webhook_deliveries: deliveries } = tx.tables
  const found = await endpointsOf(tx, event, limit)
  const served = await servedEndpoints(tx, event)
  const due = deliveriesOf(
    tx,
    event,
    found.filter((endpoint) => !served.has(endpoint.id)),
    () => JSON.parse(event.data),
  )
  if (due.length > 0) await tx.db.insert(deliveries).values(due)
  await tx.db
    .update(events)
    .set({ fan_out_after: found.length < limit ? null : (found.at(-1)?.id ?? null) })
    .where(and(eq(events.workspace_id, workspace_id), eq(events.id, id)))
  return found.length
}

/** Those that were there when it happened, behind those that have been looked at. */
async function endpointsOf({ db, tables: { webhook_endpoints: t } }: Reader, event: Unfinished, limit: number) {
  const { workspace_id, occurred_at, after } = event
  return db
    .select(subscriberColumns(t))
    .from(t)
    .where(
      and(
        eq(t.workspace_id, workspace_id),
        after ? gt(t.id, after) : undefined,
        isNull(t.deleted_at),
        lte(t.created_at, occurred_at),
      ),
    )
    .orderBy(asc(t.id))
    .limit(limit)
}

/** Those that a recovery was quicker with. */
async function servedEndpoints({ db, tables: { webhook_deliveries: t } }: Reader, event: Unfinished) {
  const rows = await db
    .select({ endpoint_id: t.endpoint_id })
    .from(t)
    .where(and(eq(t.workspace_id, event.workspace_id), eq(t.event_id, event.id)))
  return new Set(rows.map(({ endpoint_id }) => endpoint_id))
}
