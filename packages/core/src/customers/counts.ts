import { and, count, eq } from 'drizzle-orm'
import type { Health } from '../enrollments/contract.ts'
import type { Reader } from '../storage/database.ts'
import { HEALTH_COUNTS_TO } from './contract.ts'

/** How many plans have each health. Those without dates may be all enrollments, and are not counted. */
export async function countHealths(reader: Reader, workspace_id: string) {
  return {
    late: await countOf(reader, workspace_id, 'late'),
    at_risk: await countOf(reader, workspace_id, 'at_risk'),
    on_track: await countOf(reader, workspace_id, 'on_track'),
  }
}

async function countOf(
  { db, tables: { enrollments: t } }: Reader,
  workspace_id: string,
  health: Health,
): Promise<number> {
  const some = db
    .select({ id: t.id })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.health, health)))
    .limit(HEALTH_COUNTS_TO)
    .as('some')
  const [counted] = await db.select({ total: count() }).from(some)
  return counted?.total ?? 0
}
