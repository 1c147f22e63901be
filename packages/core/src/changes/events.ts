import { and, asc, eq, gte, sql } from 'drizzle-orm'
import { prepared, type Reader } from '../storage/database.ts'

/** A change, and its time. */
export interface ChangeRow {
  id: string
  event: string
  subject_id: string | null
  at: string
}

export interface ChangesQuery {
  workspace_id: string
  since: string
  limit: number
}

/** The events of a workspace since a time, oldest first. */
export async function eventsSince(reader: Reader, query: ChangesQuery): Promise<ChangeRow[]> {
  const rows = await prepared(
    reader,
    'events.changes_since',
    ({ db, tables: { events: t } }) =>
      db
        .select({
          id: t.id,
          event: t.type,
          at: t.occurred_at,
          head: sql<string>`substr(${t.data}, 1, ${sql.raw(`${HEAD}`)})`,
        })
        .from(t)
        .where(and(eq(t.workspace_id, sql.placeholder('workspace_id')), gte(t.occurred_at, sql.placeholder('since'))))
        .orderBy(asc(t.occurred_at), asc(t.id))
        .limit(sql.placeholder('limit')),
    { ...query },
  )
  return rows.map(({ head, ...row }) => ({ ...row, subject_id: subjectOf(head) }))
}

/** A record begins with its id, so its text, which can be long, is not read whole. */
const HEAD = 48

function subjectOf(head: string): string | null {
  return /^\{"id":"([0-9a-f-]{36})"/.exec(head)?.[1] ?? null
}
