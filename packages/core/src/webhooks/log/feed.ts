import { and, asc, eq, like, lt, sql } from 'drizzle-orm'
import type { Reader } from '../../storage/database.ts'
import type { EventFilters } from './search-events.ts'

/** Events examined per page: with a rare type, a page can contain fewer than requested. */
const SCAN_LIMIT = 2000

/** A position after an event, or at a time. */
export interface FeedPosition {
  occurred_at: string
  id: string
}

interface FeedQuery extends Pick<EventFilters, 'event' | 'subject_id'> {
  workspace_id: string
  after: FeedPosition
  /** Open transactions may still add events before this time. */
  until: string
  limit: number
}

/**
 * Reads events from the oldest to the newest, up to the time before which none can be added: a client that continues
 * from the returned position misses none, regardless of the order of commits.
 * @returns with `place`, where to continue, and whether there is more now
 */
export async function feedEvents(reader: Reader, { workspace_id, after, until, limit, event, subject_id }: FeedQuery) {
  const { events } = reader.tables
  const { id, type, occurred_at, data, sequence } = events
  const isNext = and(
    eq(events.workspace_id, workspace_id),
    sql`(${occurred_at}, ${id}) > (${after.occurred_at}, ${after.id})`,
    lt(occurred_at, until),
  )
  const within = reader.db
    .select({ id, type, occurred_at, data, sequence })
    .from(events)
    .where(isNext)
    .orderBy(asc(occurred_at), asc(id))
    .limit(SCAN_LIMIT)
    .as('looked')
  const found = await reader.db
    .select()
    .from(within)
    .where(
      and(
        event === undefined ? undefined : eq(within.type, event),
        subject_id === undefined ? undefined : like(within.data, `%"${subject_id}"%`),
      ),
    )
    .orderBy(asc(within.occurred_at), asc(within.id))
    .limit(limit + 1)
  if (found.length > limit) return { found: found.slice(0, limit), place: found[limit - 1] ?? after, hasMore: true }
  const [last] = await reader.db
    .select({ id, occurred_at })
    .from(events)
    .where(isNext)
    .orderBy(asc(occurred_at), asc(id))
    .limit(1)
    .offset(SCAN_LIMIT - 1)
  // With fewer events, all before the bound were examined.
  if (last) return { found, place: last, hasMore: true }
  return { found, place: reached(found.at(-1) ?? after, until), hasMore: false }
}

/** All events before the bound were read; those at the bound come next. */
function reached(last: FeedPosition, until: string): FeedPosition {
  return last.occurred_at < until ? { occurred_at: until, id: '' } : last
}
