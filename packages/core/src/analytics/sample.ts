import { and, count, desc, eq, gte, lt, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { COUNTS_TO } from '../records/lists/limits.ts'
import type { Reader } from '../storage/database.ts'

/** Maximum number of enrollments in the sample: more would take longer with the same result. */
export const SAMPLE = 2000

/** The enrollments to examine. */
export interface SampleQuery {
  workspace_id: string
  guide_id: string
  from?: string | undefined
  until?: string | undefined
  organisation_id?: string | undefined
  assignee_id?: string | undefined
  version_id?: string | undefined
}

/**
 * The enrollments that an index finds: by organisation, assignee or version if given, because these match fewer than
 * the guide. The other conditions are applied to at most `most` of them.
 */
function sampleRows(reader: Reader, asked: SampleQuery, most: number) {
  const { enrollments: t } = reader.tables
  const { workspace_id, guide_id, organisation_id, assignee_id, version_id } = asked
  const [own, isByTime] =
    organisation_id !== undefined
      ? [eq(t.organisation_id, organisation_id), true]
      : assignee_id !== undefined
        ? [eq(t.assignee_id, assignee_id), true]
        : version_id !== undefined
          ? [eq(t.guide_version_id, version_id), false]
          : [eq(t.guide_id, guide_id), true]
  return reader.db
    .select({
      id: t.id,
      contact_id: t.contact_id,
      guide_id: t.guide_id,
      guide_version_id: t.guide_version_id,
      organisation_id: t.organisation_id,
      assignee_id: t.assignee_id,
      created_at: t.created_at,
      started_at: t.started_at,
      completed_at: t.completed_at,
      ces_score: t.ces_score,
      ces_comment: t.ces_comment,
      target_date: t.target_date,
    })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), own, isByTime ? madeWithin(t, asked) : undefined))
    .orderBy(...(isByTime ? [desc(t.created_at), desc(t.id)] : []))
    .limit(most)
}

function madeWithin({ created_at }: Record<'created_at', PgColumn>, { from, until }: SampleQuery): SQL | undefined {
  return and(
    from === undefined ? undefined : gte(created_at, from),
    until === undefined ? undefined : lt(created_at, until),
  )
}

/** All conditions, applied to the examined enrollments. */
function matching(t: ReturnType<ReturnType<typeof sampleRows>['as']>, asked: SampleQuery): SQL | undefined {
  const { guide_id, organisation_id, assignee_id, version_id } = asked
  return and(
    eq(t.guide_id, guide_id),
    madeWithin(t, asked),
    organisation_id === undefined ? undefined : eq(t.organisation_id, organisation_id),
    assignee_id === undefined ? undefined : eq(t.assignee_id, assignee_id),
    version_id === undefined ? undefined : eq(t.guide_version_id, version_id),
  )
}

/** The newest matching enrollments, as a subquery. */
export function newestOf(reader: Reader, asked: SampleQuery, most = SAMPLE) {
  const { organisation_id, assignee_id, version_id } = asked
  const isOfGuide = (organisation_id ?? assignee_id ?? version_id) === undefined
  const t = sampleRows(reader, asked, isOfGuide ? most : COUNTS_TO).as('looked_at')
  return reader.db
    .select({
      id: t.id,
      contact_id: t.contact_id,
      created_at: t.created_at,
      started_at: t.started_at,
      completed_at: t.completed_at,
      ces_score: t.ces_score,
      ces_comment: t.ces_comment,
      target_date: t.target_date,
    })
    .from(t)
    .where(matching(t, asked))
    .orderBy(desc(t.created_at), desc(t.id))
    .limit(most)
}

export type Sampled = Awaited<ReturnType<typeof newestOf>>[number]

/** The number of matching enrollments, up to `COUNTS_TO`. */
export async function countMatching(reader: Reader, asked: SampleQuery): Promise<number> {
  const t = sampleRows(reader, asked, COUNTS_TO).as('looked_at')
  const [row] = await reader.db.select({ total: count() }).from(t).where(matching(t, asked))
  return row?.total ?? 0
}
