import { and, desc, eq, gte, isNotNull, lt, lte, or, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { withNames } from '../../enrollments/names/names.ts'
import { Id, InputTime, OutputId, OutputUrl, Paging, Timestamp } from '../../fields/fields.ts'
import { deprecatedField } from '../../fields/reference.ts'
import { operation } from '../../operation/operation.ts'
import { openCursor, sealCursor } from '../../records/lists/cursor.ts'
import type { Reader } from '../../storage/database.ts'
import { RENAMED } from '../renamed.ts'
import { Said, saidByCustomer } from '../said.ts'

const LIST = 'feedback'
const QUOTED = 500
/** Completions that one page looks at: those without an answer are passed over. */
const LOOKED_AT = 2000

const Feedback = z
  .object({
    enrollment_id: OutputId.meta({ reference: 'The enrollment at whose end it was said.' }),
    contact_name: z.string().meta({ reference: 'First and last name of the contact.' }),
    guide_title: z.string().meta({ reference: 'Title of the guide, in the version of the enrollment.' }),
    ces_score: z
      .int()
      .nullable()
      .meta({ reference: 'Customer effort score, from 1 (hard) to 7 (easy); `null` for a comment without one.' }),
    score: deprecatedField(z.int().nullable().describe('From 1 (hard) to 7 (easy)'), {
      since: RENAMED,
      use: 'ces_score',
    }),
    comment: Said.nullable().meta({ reference: 'Words that go with the score; `null` without any.' }),
    at: Timestamp.meta({ reference: 'When the guide was completed.' }),
    url: OutputUrl.describe('Its page in the console').meta({ reference: 'Page of the enrollment in the console.' }),
  })
  .meta({ id: 'Feedback', reference: 'A customer effort score with its comment.' })

const Score = z.int().min(1).max(7).optional()

export const listFeedback = operation({
  name: 'list_feedback',
  summary: 'List what customers said at the end of a guide: scores and comments, newest first',
  description: 'A page can contain fewer rows than requested, or none: continue until next_cursor is null.',
  reference: 'A page can have fewer rows than asked for, or none: continue until `next_cursor` is `null`.',
  access: 'enrollments:read',
  scope: 'insights:read',
  does: ['reads'],
  route: 'GET /insights/feedback',
  status: 200,
  tool: { scope: 'insights:read', guidance: '' },
  input: z.strictObject({
    guide_id: Id.optional().meta({ reference: 'Restricts the list to what was said at the end of this guide.' }),
    organisation_id: Id.optional().meta({
      reference: 'Restricts the list to what contacts of this organisation said.',
    }),
    min_score: Score.meta({
      reference: 'Leaves out scores below this one, from 1 to 7, and comments without a score.',
    }),
    max_score: Score.meta({
      reference: 'Leaves out scores above this one, from 1 to 7, and comments without a score.',
    }),
    with_comment: z
      .boolean()
      .optional()
      .describe('Only those with a comment')
      .meta({ reference: '`true` leaves out scores without a comment.' }),
    from: InputTime.optional()
      .describe('Completed at or after this time')
      .meta({ reference: 'Restricts the list to enrollments completed at or after this time.' }),
    until: InputTime.optional().meta({ reference: 'Restricts the list to enrollments completed before this time.' }),
    per_page: Paging.per_page.default(20),
    cursor: Paging.cursor.describe('Empty at first, then meta.next_cursor'),
  }),
  output: z.object({
    data: z.array(Feedback).meta({ reference: 'Scores and comments, newest first.' }),
    meta: z
      .object({
        per_page: z.int().meta({ reference: 'Number of rows on a page.' }),
        next_cursor: z
          .string()
          .nullable()
          .meta({ reference: 'The `cursor` of the next page; `null` at the end of the list.' }),
      })
      .meta({ reference: 'Where the list goes on.' }),
  }),
  run: (context, { per_page, cursor = '', ...asked }) =>
    context.store.read(async (reader) => {
      const { workspace_id } = context.caller
      const after = cursor === '' ? undefined : openCursor(context.sealer, LIST, cursor)
      const looked = await completed(reader, workspace_id, { ...asked, after })
      const found = looked.filter((row) => isWanted(row, asked)).slice(0, per_page)
      const isAll = looked.length < LOOKED_AT && found.length < per_page
      const last = found.length === per_page ? found.at(-1) : looked.at(-1)
      const next_cursor =
        isAll || !last ? null : sealCursor(context.sealer, LIST, { created_at: last.completed_at ?? '', id: last.id })
      const listed = await withNames(reader, { workspace_id, listed: found, now: context.now() })
      return { data: listed.map((row) => shown(context, row)), meta: { per_page, next_cursor } }
    }),
})

interface Asked {
  guide_id?: string | undefined
  organisation_id?: string | undefined
  min_score?: number | undefined
  max_score?: number | undefined
  with_comment?: boolean | undefined
  from?: string | undefined
  until?: string | undefined
}

type Row = Awaited<ReturnType<typeof completed>>[number]

/** The next completed enrollments, newest first, along their index. */
function completed(
  { db, tables: { enrollments: t } }: Reader,
  workspace_id: string,
  { from, until, after }: Asked & { after: { created_at: string; id: string } | undefined },
) {
  const beyond: SQL | undefined =
    after && or(lt(t.completed_at, after.created_at), and(eq(t.completed_at, after.created_at), lt(t.id, after.id)))
  return db
    .select({
      ...{ id: t.id, contact_id: t.contact_id, guide_id: t.guide_id, organisation_id: t.organisation_id },
      ...{ status: t.status, last_activity_at: t.last_activity_at, completed_at: t.completed_at },
      ...{ ces_score: t.ces_score, ces_comment: t.ces_comment },
    })
    .from(t)
    .where(
      and(
        eq(t.workspace_id, workspace_id),
        isNotNull(t.completed_at),
        from === undefined ? undefined : gte(t.completed_at, from),
        until === undefined ? undefined : lt(t.completed_at, until),
        after && lte(t.completed_at, after.created_at),
        beyond,
      ),
    )
    .orderBy(desc(t.completed_at), desc(t.id))
    .limit(LOOKED_AT)
}

function isWanted({ guide_id, organisation_id, ces_score, ces_comment }: Row, asked: Asked): boolean {
  if (ces_score === null && !ces_comment) return false
  if (asked.guide_id !== undefined && guide_id !== asked.guide_id) return false
  if (asked.organisation_id !== undefined && organisation_id !== asked.organisation_id) return false
  if (asked.min_score !== undefined && (ces_score ?? 0) < asked.min_score) return false
  if (asked.max_score !== undefined && (ces_score ?? 8) > asked.max_score) return false
  return !asked.with_comment || Boolean(ces_comment)
}

function shown(
  { caller: { workspace_id }, settings }: Context,
  row: Row & { contact_name: string; guide_title: string },
): z.input<typeof Feedback> {
  const { id, contact_name, guide_title, ces_score, ces_comment, completed_at } = row
  return {
    ...{ enrollment_id: id, contact_name, guide_title, ces_score, score: ces_score },
    comment: ces_comment ? saidByCustomer(ces_comment, QUOTED) : null,
    at: completed_at ?? '',
    url: `${settings.publicUrl}/w/${workspace_id}/enrollments/${id}`,
  }
}
