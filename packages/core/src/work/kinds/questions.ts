import { and, asc, count, countDistinct, desc, eq, inArray, isNull, min, ne, sql } from 'drizzle-orm'
import { SCAN_LIMIT } from '../../records/lists/limits.ts'
import type { Reader } from '../../storage/database.ts'
import { WORK_COUNTS_TO } from '../contract.ts'
import type { Asked, Found, Part } from '../source.ts'
import { isOf } from '../whose.ts'

/** Enrollments with questions that nobody has read or answered, those that wait longest first. */
export const questions: Part = {
  kind: 'question',
  async next(reader, asked, { after, limit }) {
    const { unread, enrollments, where } = unansweredOf(reader, asked)
    const since = min(unread.created_at)
    const found = await reader.db
      .select({ at: since, enrollment_id: enrollments.id, assignee_id: enrollments.assignee_id })
      .from(unread)
      // SQLite keeps this order: there are fewer unread messages than enrollments of a member.
      .crossJoin(enrollments)
      .where(where)
      .groupBy(enrollments.id, enrollments.assignee_id)
      .having(after && sql`(${since}, ${enrollments.id}) > (${after.at}, ${after.enrollment_id})`)
      .orderBy(asc(since), asc(enrollments.id))
      .limit(limit)
    return found.map(({ at, ...row }): Found => ({ ...row, kind: 'question', at: at ?? '', step_id: '' }))
  },
}

/** The number of these enrollments. */
export async function countQuestions(reader: Reader, asked: Asked): Promise<number> {
  const { unread, enrollments, where } = unansweredOf(reader, asked)
  const [counted] = await reader.db
    .select({ total: countDistinct(enrollments.id) })
    .from(unread)
    // SQLite keeps this order: there are fewer unread messages than enrollments of a member.
    .crossJoin(enrollments)
    .where(where)
  return Math.min(counted?.total ?? 0, WORK_COUNTS_TO)
}

/** The newest unread messages; at most `SCAN_LIMIT` are examined. */
function unansweredOf({ db, tables: { enrollments, messages } }: Reader, { workspace_id, whose }: Asked) {
  const unread = db
    .select({ enrollment_id: messages.enrollment_id, kind: messages.kind, created_at: messages.created_at })
    .from(messages)
    .where(and(eq(messages.workspace_id, workspace_id), isNull(messages.read_at)))
    .orderBy(desc(messages.created_at))
    .limit(SCAN_LIMIT)
    .as('unread')
  const where = and(
    eq(enrollments.workspace_id, workspace_id),
    eq(enrollments.id, unread.enrollment_id),
    ne(unread.kind, 'answer'),
    isOf(enrollments.assignee_id, whose),
  )
  return { unread, enrollments, where }
}

/** The last unread message of each enrollment, with the number of them. */
export async function lastQuestions(
  { db, tables: { messages: t } }: Reader,
  workspace_id: string,
  enrollment_ids: readonly string[],
) {
  if (enrollment_ids.length === 0) return new Map<string, never>()
  const isUnread = and(
    eq(t.workspace_id, workspace_id),
    inArray(t.enrollment_id, [...enrollment_ids]),
    isNull(t.read_at),
    ne(t.kind, 'answer'),
  )
  const counts = await db
    .select({ enrollment_id: t.enrollment_id, total: count() })
    .from(t)
    .where(isUnread)
    .groupBy(t.enrollment_id)
  const rows = await db
    .select({
      id: t.id,
      enrollment_id: t.enrollment_id,
      step_id: t.step_id,
      author_name: t.author_name,
      body: t.body,
      reason: t.reason,
      created_at: t.created_at,
    })
    .from(t)
    .where(isUnread)
    .orderBy(asc(t.created_at), asc(t.id))
    .limit(MAX_MESSAGES)
  const totals = new Map(counts.map(({ enrollment_id, total }) => [enrollment_id, total]))
  // A later one replaces an earlier one.
  return new Map(rows.map((row) => [row.enrollment_id, { ...row, total: totals.get(row.enrollment_id) ?? 1 }]))
}

/** A contact writes at most a few dozen messages an hour; a page has at most a hundred enrollments. */
const MAX_MESSAGES = 2000
