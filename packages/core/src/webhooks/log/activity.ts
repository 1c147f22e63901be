import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { prepared, type Reader } from '../../storage/database.ts'
import { later } from '../../times.ts'

const HOUR_MS = 3_600_000
const HOURS = 24
/** Maximum number of newest deliveries examined per hour: their shares are representative, at a bounded cost. */
export const SCAN_LIMIT = 500

/** The deliveries of the last full hours and the current one, by status. */
export async function activityOf(reader: Reader, workspace_id: string, endpoint_id: string, now: string) {
  const last = `${now.slice(0, 13)}:00:00.000Z`
  const hours = []
  for (let ago = HOURS - 1; ago >= 0; ago--) {
    const starts_at = later(last, -ago * HOUR_MS)
    const span = { from: starts_at, until: later(starts_at, HOUR_MS) }
    hours.push({ starts_at, ...(await countWithin(reader, { workspace_id, endpoint_id, ...span })) })
  }
  return hours
}

async function countWithin(reader: Reader, values: Record<'workspace_id' | 'endpoint_id' | 'from' | 'until', string>) {
  const [row] = await prepared(
    reader,
    'webhook_deliveries.hour',
    ({ db, tables: { webhook_deliveries: t } }) => {
      const newest = db
        .select({ status: t.status, attempts: t.attempts })
        .from(t)
        .where(
          and(
            eq(t.workspace_id, sql.placeholder('workspace_id')),
            eq(t.endpoint_id, sql.placeholder('endpoint_id')),
            gte(t.created_at, sql.placeholder('from')),
            lt(t.created_at, sql.placeholder('until')),
          ),
        )
        .orderBy(desc(t.created_at), desc(t.id))
        .limit(SCAN_LIMIT)
        .as('newest')
      const { status, attempts } = newest
      return db
        .select({
          at_once: counted(sql`${status} = 'succeeded' and ${attempts} <= 1`),
          retried: counted(sql`${status} = 'succeeded' and ${attempts} > 1`),
          waiting: counted(sql`${status} = 'pending' and ${attempts} = 0`),
          failing: counted(sql`${status} = 'pending' and ${attempts} > 0`),
          failed: counted(sql`${status} = 'failed'`),
          skipped: counted(sql`${status} = 'skipped'`),
        })
        .from(newest)
    },
    values,
  )
  return row ?? Promise.reject(new TypeError('A count answers one row'))
}

function counted(which: SQL) {
  return sql<number>`coalesce(sum(case when ${which} then 1 else 0 end), 0)`.mapWith(Number)
}
