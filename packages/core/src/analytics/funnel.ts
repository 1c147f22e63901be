import { findVersion } from '../guides/store.ts'
import type { Reader } from '../storage/database.ts'
import type { SampleQuery } from './sample.ts'
import { stepFigures } from './steps.ts'

/** The steps of a version in their order, with how many enrollments finished each; empty for a version of another guide. */
export async function funnelOf(reader: Reader, asked: SampleQuery, version_id: string) {
  const version = await findVersion(reader, asked.workspace_id, version_id)
  if (version?.guide_id !== asked.guide_id) return []
  const figures = await stepFigures(reader, asked)
  return version.sections.flatMap((section) =>
    section.steps.map(({ id, title, estimated_minutes = null }) => {
      const { finished = 0, median_seconds = null } = figures.get(id) ?? {}
      return { id, section: section.title, title, estimated_minutes, finished, median_seconds }
    }),
  )
}
