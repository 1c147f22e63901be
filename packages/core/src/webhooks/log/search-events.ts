import { and, desc, eq, gte, like, lt, lte } from 'drizzle-orm'
import type { Reader } from '../../storage/database.ts'
import { DAY_MS } from '../../times.ts'

/** Events examined per page: with a rare type, or for one record, a page can contain fewer than requested. */
const SCAN_LIMIT = 2000
/** Maximum difference between the clock of a process, which sets the time in ids, and the time of the event. */
const CLOCKS_DIFFER_MS = DAY_MS

export interface EventFilters {
  event?: string | undefined
  /** The id of a record that the event names. */
  subject_id?: string | undefined
  since?: string | undefined
  until?: string | undefined
}

interface Walk extends EventFilters {
  workspace_id: string
  /** The last event of the page before. */
  after: string | undefined
  limit: number
}

/** The lowest id of an event at a time: 48 bits of it are the time (RFC 9562 section 5.7). */
function firstIdOf(milliseconds: number): string {
  return `evt_${Math.max(0, milliseconds).toString(16).padStart(12, '0')}`
}

/**
 * Reads events from the newest to the oldest along the primary key, whose ids begin with the time. An index of types
 * or of records would cost every change too much, so a page examines a bounded number of events.
 * @returns with `next`, the event to continue after; undefined at the end
 */
export async function walkEvents(reader: Reader, { workspace_id, after, limit, ...filters }: Walk) {
  const { events } = reader.tables
  const { event, subject_id, since, until } = filters
  const within = and(
    eq(events.workspace_id, workspace_id),
    after === undefined ? undefined : lt(events.id, after),
    since === undefined ? undefined : gte(events.id, firstIdOf(Date.parse(since) - CLOCKS_DIFFER_MS)),
    until === undefined ? undefined : lt(events.id, firstIdOf(Date.parse(until) + CLOCKS_DIFFER_MS)),
  )
  const { id, type, occurred_at, data, sequence } = events
  const looked = reader.db
    .select({ id, type, occurred_at, data, sequence })
    .from(events)
    .where(within)
    .orderBy(desc(id))
    .limit(SCAN_LIMIT)
    .as('looked')
  const found = await reader.db
    .select()
    .from(looked)
    .where(
      and(
        event === undefined ? undefined : eq(looked.type, event),
        subject_id === undefined ? undefined : like(looked.data, `%"${subject_id}"%`),
        since === undefined ? undefined : gte(looked.occurred_at, since),
        until === undefined ? undefined : lte(looked.occurred_at, until),
      ),
    )
    .orderBy(desc(looked.id))
    .limit(limit + 1)
  if (found.length > limit) return { found: found.slice(0, limit), next: found[limit - 1]?.id }
  const [last] = await reader.db
    .select({ id })
    .from(events)
    .where(within)
    .orderBy(desc(id))
    .limit(1)
    .offset(SCAN_LIMIT - 1)
  return { found, next: last?.id }
}
