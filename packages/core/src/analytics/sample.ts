import { and, count, desc, eq, gte, lt, type SQL } from 'drizzle-orm'
import type { Reader } from '../storage/database.ts'

/** So many of the newest enrollments are looked at: more would tell the same, and would not be told at once. */
export const SAMPLE = 2000

/** Which enrollments are looked at. */
export interface Asked {
  workspace_id: string
  guide_id: string
  from?: string | undefined
  until?: string | undefined
  organisation_id?: string | undefined
  assignee_id?: string | undefined
  version_id?: string | undefined
}

/** The condition of a question, in the words of the index by guide. */
function matching({ tables: { enrollments: t } }: Reader, asked: Asked): SQL | undefined {
  const { workspace_id, guide_id, from, until, organisation_id, assignee_id, version_id } = asked
  return and(
    eq(t.workspace_id, workspace_id),
    eq(t.guide_id, guide_id),
    from === undefined ? undefined : gte(t.created_at, from),
    until === undefined ? undefined : lt(t.created_at, until),
    organisation_id === undefined ? undefined : eq(t.organisation_id, organisation_id),
    assignee_id === undefined ? undefined : eq(t.assignee_id, assignee_id),
    version_id === undefined ? undefined : eq(t.guide_version_id, version_id),
  )
}

/** The newest enrollments that are asked for, as a part of another question. */
export function newestOf(reader: Reader, asked: Asked, most = SAMPLE) {
  const { enrollments: t } = reader.tables
  return reader.db
    .select({
      id: t.id,
      contact_id: t.contact_id,
      created_at: t.created_at,
      started_at: t.started_at,
      completed_at: t.completed_at,
      ces_score: t.ces_score,
      ces_comment: t.ces_comment,
    })
    .from(t)
    .where(matching(reader, asked))
    .orderBy(desc(t.created_at), desc(t.id))
    .limit(most)
}

export type Sampled = Awaited<ReturnType<typeof newestOf>>[number]

/** How many there are, whether looked at or not. */
export async function countAsked(reader: Reader, asked: Asked): Promise<number> {
  const { enrollments } = reader.tables
  const [row] = await reader.db.select({ total: count() }).from(enrollments).where(matching(reader, asked))
  return row?.total ?? 0
}
