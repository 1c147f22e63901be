import { and, eq, inArray, sql } from 'drizzle-orm'
import { prepared, preparedSend, type Reader, type Tx } from '../storage/database.ts'

interface CounterKey {
  guide_id?: string | undefined
  status?: string | undefined
}

/**
 * Adds to the number of records of a workspace, in the transaction that creates or deletes them: as its last statement, because
 * others wait for the same counter until the commit.
 */
export async function addToCount(
  tx: Tx,
  workspace_id: string,
  resource: string,
  change: number,
  key: CounterKey = {},
): Promise<void> {
  preparedSend(
    tx,
    'counters.add',
    ({ db, tables: { counters } }) =>
      db
        .insert(counters)
        .values({
          workspace_id: sql.placeholder('workspace_id'),
          resource: sql.placeholder('resource'),
          guide_id: sql.placeholder('guide_id'),
          status: sql.placeholder('status'),
          shard: sql.placeholder('shard'),
          value: sql.placeholder('change'),
        })
        .onConflictDoUpdate({
          target: [counters.workspace_id, counters.resource, counters.guide_id, counters.status, counters.shard],
          set: { value: sql`${counters.value} + excluded.value` },
        }),
    {
      workspace_id,
      resource,
      guide_id: key.guide_id ?? '',
      status: key.status ?? '',
      shard: tx.connection.counterShard,
      change,
    },
  )
}

/** A resource whose records are counted, and whose deletions are. */
export type CountedList = 'contacts' | 'organisations' | 'enrollments'

/** Counts that a record has left a list or has returned to it, in that transaction: the positions of newer records move. */
export function addMove(tx: Tx, workspace_id: string, list: CountedList): Promise<void> {
  return addToCount(tx, workspace_id, `${list} moved`, 1)
}

/** How often records of a workspace have left a list or returned. New records, which follow all others, are not counted. */
export function movesOf(reader: Reader, workspace_id: string, list: CountedList): Promise<number> {
  return countOf(reader, workspace_id, `${list} moved`)
}

/** The number of records of a resource in a workspace, by guide and status if it is counted by these. */
export async function countOf(
  reader: Reader,
  workspace_id: string,
  resource: string,
  key: CounterKey = {},
): Promise<number> {
  const byGuide = key.guide_id !== undefined
  const byStatus = key.status !== undefined
  const [row] = await prepared(
    reader,
    `counters.sum${byGuide ? '.guide' : ''}${byStatus ? '.status' : ''}`,
    ({ db, tables: { counters } }) =>
      db
        .select({ total: sql<number>`coalesce(sum(${counters.value}), 0)`.mapWith(Number) })
        .from(counters)
        .where(
          and(
            eq(counters.workspace_id, sql.placeholder('workspace_id')),
            eq(counters.resource, sql.placeholder('resource')),
            byGuide ? eq(counters.guide_id, sql.placeholder('guide_id')) : undefined,
            byStatus ? eq(counters.status, sql.placeholder('status')) : undefined,
          ),
        ),
    { workspace_id, resource, ...key },
  )
  return row?.total ?? 0
}

/** The numbers of records of a resource by guide or by status, of those that have any. */
export async function sumsOf(
  reader: Reader,
  workspace_id: string,
  { resource, by }: { resource: string; by: 'guide_id' | 'status' },
): Promise<ReadonlyMap<string, number>> {
  const rows = await prepared(
    reader,
    `counters.sums.${by}`,
    ({ db, tables: { counters: t } }) =>
      db
        .select({ of: t[by], total: sql<number>`sum(${t.value})`.mapWith(Number) })
        .from(t)
        .where(and(eq(t.workspace_id, sql.placeholder('workspace_id')), eq(t.resource, sql.placeholder('resource'))))
        .groupBy(t[by]),
    { workspace_id, resource },
  )
  return new Map(rows.map(({ of, total }) => [of, total]))
}

/** The numbers of records of a resource by guide and status, in one query. */
export async function countsByGuide(
  { db, tables: { counters: t } }: Reader,
  workspace_id: string,
  { resource, guide_ids }: { resource: string; guide_ids: readonly string[] },
): Promise<(guide_id: string, status: string) => number> {
  const rows = await db
    .select({ guide_id: t.guide_id, status: t.status, total: sql<number>`sum(${t.value})`.mapWith(Number) })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.resource, resource), inArray(t.guide_id, [...guide_ids])))
    .groupBy(t.guide_id, t.status)
  return (guide_id, status) => rows.find((row) => row.guide_id === guide_id && row.status === status)?.total ?? 0
}
