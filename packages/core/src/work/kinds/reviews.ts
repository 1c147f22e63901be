import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'
import { withParticipantNames } from '../../enrollments/participants/store.ts'
import type { Reader } from '../../storage/database.ts'
import { WORK_COUNTS_TO } from '../contract.ts'
import type { Asked, Part, Place } from '../source.ts'
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

/** What was sent in a step that is to be reviewed. */
export interface Sent {
  id: string
  round: number
  /** Whether the primary contact sent it. */
  is_primary: boolean
  sent_by: string | null
  answers_count: number
  files_count: number
}

/** What was sent in the steps of a page of reviews, by `placeOf`. */
export async function sentIn(
  reader: Reader,
  workspace_id: string,
  found: readonly Place[],
): Promise<Map<string, Sent>> {
  if (found.length === 0) return new Map()
  const { submissions: t } = reader.tables
  const { id, round, enrollment_id, step_id, participant_id, answers, files } = t
  const ids = [...new Set(found.map((one) => one.enrollment_id))]
  const rows = await reader.db
    .select({ id, round, enrollment_id, step_id, participant_id, answers, files })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), inArray(enrollment_id, ids), sql`${t.is_waiting}`))
  const named = await withParticipantNames(reader, workspace_id, rows)
  return new Map(named.map((row) => [placeOf(row), sentOf(row)]))
}

/** The enrollment and the step, as one text. */
export function placeOf({ enrollment_id, step_id }: Pick<Place, 'enrollment_id' | 'step_id'>): string {
  return `${enrollment_id} ${step_id}`
}

function sentOf(row: {
  id: string
  round: number
  participant_id: string | null
  participant_name: string | null
  answers: Record<string, unknown> | null
  files: readonly unknown[]
}): Sent {
  const { id, round, answers, files } = row
  return {
    id,
    round,
    is_primary: row.participant_id === null,
    sent_by: row.participant_name,
    answers_count: Object.keys(answers ?? {}).length,
    files_count: files.length,
  }
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
