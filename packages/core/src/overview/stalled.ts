import { and, eq, inArray, isNotNull, lte, notInArray, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { DEFAULT_STALL_DAYS } from '../enrollments/stall-days.ts'
import type { Reader } from '../storage/database.ts'
import { DAY_MS, later } from '../times.ts'

/** Columns of enrollments, or of a subquery. */
type Columns = Record<'guide_id' | 'last_activity_at', PgColumn>

/** The conditions of stalled enrollments: in progress, without activity for the days set in their guide. */
export interface Stalled {
  /** The condition of an index: in progress, without activity for the shortest time of any guide. */
  walk: SQL | undefined
  /** The condition by the setting of their own guide. */
  where(columns: Columns): SQL | undefined
}

export async function stalledOf(reader: Reader, workspace_id: string, now: string): Promise<Stalled> {
  const { guides, enrollments } = reader.tables
  const own = await reader.db
    .select({ id: guides.id, days: guides.stalled_after_days })
    .from(guides)
    .where(and(eq(guides.workspace_id, workspace_id), isNotNull(guides.stalled_after_days)))
  const since = (days: number) => later(now, -days * DAY_MS)
  const byDays = [...Map.groupBy(own, ({ days }) => days ?? DEFAULT_STALL_DAYS)]
  const least = byDays.reduce((fewest, [days]) => Math.min(fewest, days), DEFAULT_STALL_DAYS)
  const ids = own.map(({ id }) => id)
  return {
    walk: and(eq(enrollments.status, 'in_progress'), lte(enrollments.last_activity_at, since(least))),
    where({ guide_id, last_activity_at }) {
      const others = and(
        ids.length > 0 ? notInArray(guide_id, ids) : undefined,
        lte(last_activity_at, since(DEFAULT_STALL_DAYS)),
      )
      const patient = byDays.map(([days, rows]) =>
        and(
          inArray(
            guide_id,
            rows.map(({ id }) => id),
          ),
          lte(last_activity_at, since(days)),
        ),
      )
      return or(others, ...patient)
    },
  }
}
