import { type SQL, sql } from 'drizzle-orm'
import type { Dialect } from '../storage/dialect.ts'
import type { Tables } from '../storage/tables/tables.ts'

/** Where the guide does not say when its contacts are reminded. */
export const DEFAULT_STALL_DAYS = 5

/** After how many days without progress somebody in the guide of an enrollment counts as stuck. */
export function stallDaysOf(t: Tables['enrollments'], { tables: { guides } }: Dialect): SQL {
  const own = sql`${guides.workspace_id} = ${t.workspace_id} and ${guides.id} = ${t.guide_id}`
  const usual = sql.raw(String(DEFAULT_STALL_DAYS))
  return sql`(select coalesce(${guides.stalled_after_days}, ${usual}) from ${guides} where ${own})`
}
