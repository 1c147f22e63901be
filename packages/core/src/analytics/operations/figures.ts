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
  effort: z.number().nullable().describe('Mean customer effort score, from 1 (very difficult) to 7 (very easy)'),
})

export const listGuideFigures = operation({
  name: 'list_guide_figures',
  summary: 'List how long each guide takes and how easy contacts found it',
  description: `Covers the newest ${MAX_GUIDES} guides with completed enrollments, and the newest enrollments of each.`,
  access: 'enrollments:read',
  status: 200,
  input: z.strictObject({}),
  output: z.object({ data: z.array(GuideFigures) }),
  run: ({ caller: { workspace_id }, store: { read } }) =>
    read(async (reader) => {
      const ids = await completedGuides(reader, workspace_id)
      const most = Math.min(SAMPLE, Math.floor(SCAN_LIMIT / Math.max(1, ids.length)))
      const data: z.infer<typeof GuideFigures>[] = []
      for (const id of ids) {
        const ended = await endedOf(reader, { workspace_id, guide_id: id }, most)
        data.push({ id, median_days: medianDays(ended), effort: effortOf(ended).average })
      }
      return { data }
    }),
})

async function completedGuides(reader: Reader, workspace_id: string): Promise<string[]> {
  const { guides } = reader.tables
  const found = await reader.db
    .select({ id: guides.id })
    .from(guides)
    .where(and(eq(guides.workspace_id, workspace_id), ne(guides.status, 'draft')))
    .orderBy(desc(guides.created_at), desc(guides.id))
    .limit(MAX_GUIDES)
  const ids = found.map(({ id }) => id)
  const counted = await countsByGuide(reader, workspace_id, { resource: 'enrollments', guide_ids: ids })
  return ids.filter((id) => counted(id, 'completed') > 0)
}

/** The completed enrollments of the newest ones. */
async function endedOf(reader: Reader, asked: { workspace_id: string; guide_id: string }, most: number) {
  const newest = newestOf(reader, asked, most).as('newest')
  const { started_at, completed_at, ces_score } = newest
  return reader.db.select({ started_at, completed_at, ces_score }).from(newest).where(isNotNull(completed_at))
}
