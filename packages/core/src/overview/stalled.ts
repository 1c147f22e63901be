import { and, eq, inArray, isNotNull, lte, notInArray, or, type SQL } from 'drizzle-orm'
import { USUAL_DAYS } from '../enrollments/patience.ts'
import type { Reader } from '../storage/database.ts'
import { DAY_MS, later } from '../times.ts'

/** Which enrollments stand still: in progress, and nothing done for as long as their guide allows. */
export async function standsStill(reader: Reader, workspace_id: string, now: string): Promise<SQL | undefined> {
  const { guides, enrollments } = reader.tables
  const { guide_id, status, last_activity_at } = enrollments
  const own = await reader.db
    .select({ id: guides.id, days: guides.stalled_after_days })
    .from(guides)
    .where(and(eq(guides.workspace_id, workspace_id), isNotNull(guides.stalled_after_days)))
  const since = (days: number) => lte(last_activity_at, later(now, -days * DAY_MS))
  const ids = own.map(({ id }) => id)
  const others = and(ids.length > 0 ? notInArray(guide_id, ids) : undefined, since(USUAL_DAYS))
  const patient = [...Map.groupBy(own, ({ days }) => days ?? USUAL_DAYS)].map(([days, rows]) =>
    and(
      inArray(
        guide_id,
        rows.map(({ id }) => id),
      ),
      since(days),
    ),
  )
  return and(eq(status, 'in_progress'), or(others, ...patient))
}
