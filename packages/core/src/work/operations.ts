import { z } from 'zod'
import { existing } from '../errors.ts'
import { Cursor, Id, Paging } from '../fields/fields.ts'
import { operation } from '../operation/operation.ts'
import { openCursor, sealCursor } from '../records/lists/cursor.ts'
import { withCommas } from '../records/text.ts'
import type { Sealer } from '../secret/seal.ts'
import type { Reader } from '../storage/database.ts'
import { dayIn } from '../times.ts'
import { findWorkspace } from '../workspaces/store.ts'
import { WORK_COUNTS_TO, WORK_KINDS, WORK_OF } from './contract.ts'
import { detailed } from './details.ts'
import { WorkCounts, WorkItem } from './item.ts'
import { countLinkRequests, linkRequests } from './kinds/link-requests.ts'
import { countQuestions, questions } from './kinds/questions.ts'
import { countReviews, reviews } from './kinds/reviews.ts'
import { countSteps, dueSteps, overdueSteps, undatedSteps } from './kinds/steps.ts'
import type { Asked, Found, Part, Place } from './source.ts'
import { whoseOf } from './whose.ts'

/** The parts of the list in their order: what is late, what came in, what is due from today on, what has no date. */
const PARTS: readonly Part[] = [overdueSteps, questions, reviews, linkRequests, dueSteps, undatedSteps]

const LIST = 'work'

export const listWork = operation({
  name: 'list_work',
  summary:
    'List what waits for a member across enrollments: steps of the team, questions, reviews and requests for a link',
  description: `Late steps come first, then what came in, then steps by date, then those without a date. Each kind is counted up to ${withCommas(WORK_COUNTS_TO)}. A question waits until a member has read or answered it.`,
  access: 'enrollments:read',
  does: ['reads'],
  route: 'GET /work',
  status: 200,
  input: z.strictObject({
    of: z.enum(WORK_OF).optional().describe('mine by default; everybody with an API key, which has no mine').meta({
      reference:
        '`mine` for what waits for you, the default; `everybody` for the whole team, the default with an API key, which has no `mine`.',
    }),
    assignee_id: Id.optional()
      .describe('Only what waits for this member')
      .meta({ reference: 'Restricts the list to what waits for this member.' }),
    kind: z.enum(WORK_KINDS).optional().meta({
      reference:
        'Restricts the list to one kind of work: a `step` of the team, a `question`, a `review` or a `link_request`.',
    }),
    per_page: Paging.per_page,
    cursor: Cursor,
  }),
  output: z.object({
    data: z.array(WorkItem).meta({ reference: 'What waits, the most urgent first.' }),
    counts: WorkCounts.nullable()
      .describe('Of all kinds; null beyond the first page')
      .meta({ reference: 'Number of items by kind, whatever `kind` is; `null` beyond the first page.' }),
    meta: z
      .object({
        next_cursor: z
          .string()
          .nullable()
          .meta({ reference: 'The `cursor` of the next page; `null` at the end of the list.' }),
        today: z
          .string()
          .describe('The date in the time zone of the workspace')
          .meta({ reference: "Today's date in the time zone of the workspace." }),
      })
      .meta({ reference: 'Where the list goes on.' }),
  }),
  run: (context, { kind, per_page, cursor = '', ...given }) =>
    context.store.read(async (reader) => {
      const { workspace_id } = context.caller
      const { time_zone } = existing(await findWorkspace(reader, workspace_id))
      const from = cursor === '' ? undefined : startOf(context.sealer, cursor)
      const today = dayIn(time_zone, context.now())
      // All pages are parted by the same date.
      const asked = { workspace_id, whose: await whoseOf(reader, context, given), today: from?.today ?? today }
      const parts = PARTS.map((part, index) => ({ part, index })).filter(({ part }) => !kind || part.kind === kind)
      const found = await pageOf(reader, asked, parts, { from, limit: per_page + 1 })
      const last = found.length > per_page ? found[per_page - 1] : undefined
      return {
        data: await detailed(reader, { workspace_id, now: context.now() }, found.slice(0, per_page)),
        counts: from ? null : await countsOf(reader, asked),
        meta: { next_cursor: last ? placeOf(context.sealer, asked.today, last) : null, today },
      }
    }),
})

type Listed = Found & { part: number }

/** The next items of the parts, beginning at a place. */
async function pageOf(
  reader: Reader,
  asked: Asked,
  parts: readonly { part: Part; index: number }[],
  { from, limit }: { from: { part: number; place: Place } | undefined; limit: number },
): Promise<Listed[]> {
  const listed: Listed[] = []
  for (const { part, index } of parts) {
    if (index < (from?.part ?? 0)) continue
    if (listed.length >= limit) break
    const after = index === from?.part ? from.place : undefined
    const found = await part.next(reader, asked, { after, limit: limit - listed.length })
    listed.push(...found.map((one) => ({ ...one, part: index })))
  }
  return listed
}

async function countsOf(reader: Reader, asked: Asked) {
  return {
    question: await countQuestions(reader, asked),
    review: await countReviews(reader, asked),
    link_request: await countLinkRequests(reader, asked),
    step: await countSteps(reader, asked),
  }
}

function placeOf(sealer: Sealer, today: string, { part, at, enrollment_id, step_id }: Listed): string {
  return sealCursor(sealer, LIST, { created_at: at || '-', id: [part, enrollment_id, step_id].join('/'), until: today })
}

/** @throws AppError for a cursor that the list did not give out */
function startOf(sealer: Sealer, cursor: string): { part: number; today: string | undefined; place: Place } {
  const { created_at, id, until } = openCursor(sealer, LIST, cursor)
  const [part, enrollment_id = '', step_id = ''] = id.split('/')
  return { part: Number(part), today: until, place: { at: created_at, enrollment_id, step_id } }
}
