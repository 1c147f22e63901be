import { and, desc, eq } from 'drizzle-orm'
import { columnsOf } from '../../records/rows.ts'
import type { Reader } from '../../storage/database.ts'
import { DeliveryAttempt } from './attempt.ts'

const SHOWN_ATTEMPTS = 50

/** The attempts of a delivery, newest first. */
export async function attemptsOf(reader: Reader, workspace_id: string, delivery_id: string) {
  const { webhook_attempts: attempts } = reader.tables
  return reader.db
    .select(columnsOf(attempts, DeliveryAttempt))
    .from(attempts)
    .where(and(eq(attempts.workspace_id, workspace_id), eq(attempts.delivery_id, delivery_id)))
    .orderBy(desc(attempts.id))
    .limit(SHOWN_ATTEMPTS)
}

export async function findEvent({ db, tables: { events } }: Reader, workspace_id: string, id: string) {
  const [event] = await db
    .select({
      id: events.id,
      type: events.type,
      occurred_at: events.occurred_at,
      data: events.data,
      sequence: events.sequence,
    })
    .from(events)
    .where(and(eq(events.workspace_id, workspace_id), eq(events.id, id)))
  return event
}
