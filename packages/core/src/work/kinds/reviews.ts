import { and, asc, count, eq, sql } from 'drizzle-orm'
import type { Reader } from '../../storage/database.ts'
import { WORK_COUNTS_TO } from '../contract.ts'
import type { Asked, Part } from '../source.ts'
import { isOf } from '../whose.ts'

/** What customers have sent to be reviewed, those that wait longest first, along an index. */
export const reviews: Part = {
  kind: 'review',
  async next(reader, asked, { after, limit }) {
    const { submissions: t } = reader.tables
    const rows = await reader.db
      .select({ at: t.submitted_at, enrollment_id: t.enrollment_id, step_id: t.step_id, assignee_id: t.reviewer_id })
      .from(t)
      .where(
        and(
          isWaiting(reader, asked),
          after &&
            sql`(${t.submitted_at}, ${t.enrollment_id}, ${t.step_id}) > (${after.at}, ${after.enrollment_id}, ${after.step_id})`,
        ),
      )
      .orderBy(asc(t.submitted_at), asc(t.enrollment_id), asc(t.step_id))
      .limit(limit)
    return rows.map((row) => ({ ...row, kind: 'review' }))
  },
}

/** The number of these. */
export async function countReviews(reader: Reader, asked: Asked): Promise<number> {
  const { db, tables } = reader
  const { submissions: t } = tables
  const some = db.select({ id: t.id }).from(t).where(isWaiting(reader, asked)).limit(WORK_COUNTS_TO).as('some')
  const [counted] = await db.select({ total: count() }).from(some)
  return counted?.total ?? 0
}

/** The condition of the indexes. */
function isWaiting({ tables: { submissions: t } }: Reader, { workspace_id, whose }: Asked) {
  return and(eq(t.workspace_id, workspace_id), isOf(t.reviewer_id, whose), sql`${t.is_waiting}`)
}
