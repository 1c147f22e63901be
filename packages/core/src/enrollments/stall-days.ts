import { type SQL, sql } from 'drizzle-orm'
import type { Dialect } from '../storage/dialect.ts'
import type { Tables } from '../storage/tables/tables.ts'

/** Used if the guide sets no reminder for stalled contacts. */
export const DEFAULT_STALL_DAYS = 5

/** The days without progress after which an enrollment of a guide counts as stalled. */
export function stallDaysOf(t: Tables['enrollments'], { tables: { guides } }: Dialect): SQL {
  const own = sql`${guides.workspace_id} = ${t.workspace_id} and ${guides.id} = ${t.guide_id}`
  const usual = sql.raw(String(DEFAULT_STALL_DAYS))
  return sql`(select coalesce(${guides.stalled_after_days}, ${usual}) from ${guides} where ${own})`
}
