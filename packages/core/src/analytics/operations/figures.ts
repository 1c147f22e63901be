import { and, desc, eq, isNotNull, ne } from 'drizzle-orm'
import { z } from 'zod'
import { OutputId } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { effortOf, medianDays } from '../../overview/figures.ts'
import { countsByGuide } from '../../records/counters.ts'
import type { Reader } from '../../storage/database.ts'
import { newestOf, SAMPLE } from '../sample.ts'

/** Maximum number of enrollments examined over all guides, which bounds the duration. */
const SCAN_LIMIT = 5000
/** As many guides as a page shows. */
const MAX_GUIDES = 100

const GuideFigures = z.object({
  id: OutputId.describe('ID of the guide'),
  median_days: z.number().nullable().describe('Time from start to completion'),
  sampled: z.int().min(0).describe('Completed enrollments behind these figures: the newest of `completed`'),
  completed: z.int().min(0),
  effort: z.number().nullable().describe('Mean customer effort score, from 1 (very difficult) to 7 (very easy)'),
})

export const listGuideFigures = operation({
  name: 'list_guide_figures',
  summary: 'List how long each guide takes and how easy contacts found it',
  description: `Covers the newest ${MAX_GUIDES} guides with completed enrollments, and the newest enrollments of each.`,
  access: 'enrollments:read',
  does: ['reads'],
  status: 200,
  input: z.strictObject({}),
  output: z.object({ data: z.array(GuideFigures) }),
  run: ({ caller: { workspace_id }, store: { read } }) =>
    read(async (reader) => {
      const found = await completedGuides(reader, workspace_id)
      const most = Math.min(SAMPLE, Math.floor(SCAN_LIMIT / Math.max(1, found.length)))
      const data: z.infer<typeof GuideFigures>[] = []
      for (const { id, completed } of found) {
        const ended = await endedOf(reader, { workspace_id, guide_id: id }, most)
        const effort = effortOf(ended).average
        data.push({ id, median_days: medianDays(ended), sampled: ended.length, completed, effort })
      }
      return { data }
    }),
})

async function completedGuides(reader: Reader, workspace_id: string) {
  const { guides } = reader.tables
  const found = await reader.db
    .select({ id: guides.id })
    .from(guides)
    .where(and(eq(guides.workspace_id, workspace_id), ne(guides.status, 'draft')))
    .orderBy(desc(guides.created_at), desc(guides.id))
    .limit(MAX_GUIDES)
  const ids = found.map(({ id }) => id)
  const counted = await countsByGuide(reader, workspace_id, { resource: 'enrollments', guide_ids: ids })
  return ids.map((id) => ({ id, completed: counted(id, 'completed') })).filter(({ completed }) => completed > 0)
}

/** The completed enrollments of the newest ones. */
async function endedOf(reader: Reader, asked: { workspace_id: string; guide_id: string }, most: number) {
  const newest = newestOf(reader, asked, most).as('newest')
  const { started_at, completed_at, ces_score } = newest
  return reader.db.select({ started_at, completed_at, ces_score }).from(newest).where(isNotNull(completed_at))
}
