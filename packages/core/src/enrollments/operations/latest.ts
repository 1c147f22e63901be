import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { MAX_IDS } from '../../contract/limits.ts'
import { Id } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { columnsOf } from '../../records/rows.ts'
import type { Reader } from '../../storage/database.ts'
import { ListedEnrollment } from '../enrollment.ts'
import { withNames } from '../names/names.ts'

const LatestEnrollment = ListedEnrollment.omit({
  access_token: true,
  url: true,
  contact_name: true,
  metadata: true,
  participants_count: true,
  forecast_date: true,
  email_problem: true,
})
/** The stored columns; title and stalled are computed. */
const Stored = LatestEnrollment.omit({ guide_title: true, stalled: true })

export const listLatestEnrollments = operation({
  name: 'list_latest_enrollments',
  summary: 'List the newest enrollment of each contact, or the newest in a guide',
  access: 'enrollments:read',
  does: ['reads'],
  status: 200,
  input: z.strictObject({ contact_ids: z.array(Id).max(MAX_IDS), guide_id: Id.optional() }),
  output: z.object({ data: z.array(LatestEnrollment) }),
  run: ({ caller: { workspace_id }, now, store: { read } }, { contact_ids, guide_id }) =>
    read(async (reader) => {
      const listed = await latestOf(reader, { workspace_id, contact_ids, guide_id })
      const named = await withNames(reader, { workspace_id, listed, now: now() })
      return { data: named.map(({ contact_name, ...enrollment }) => enrollment) }
    }),
})

interface LatestQuery {
  workspace_id: string
  contact_ids: string[]
  guide_id: string | undefined
}

async function latestOf(
  { db, tables: { enrollments: t } }: Reader,
  { workspace_id, contact_ids, guide_id }: LatestQuery,
) {
  if (contact_ids.length === 0) return []
  // A row is the newest of its contact if no later one is in the index of these columns.
  const isNewest: SQL = sql`not exists (select 1 from enrollments newer where newer.workspace_id = ${t.workspace_id}
    and newer.contact_id = ${t.contact_id} ${guide_id ? sql`and newer.guide_id = ${t.guide_id}` : sql``}
    and (newer.created_at, newer.id) > (${t.created_at}, ${t.id}))`
  const isIn = guide_id ? eq(t.guide_id, guide_id) : undefined
  return db
    .select(columnsOf(t, Stored))
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), inArray(t.contact_id, contact_ids), isIn, isNewest))
}
