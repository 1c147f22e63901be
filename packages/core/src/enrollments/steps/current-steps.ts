import { findVersion } from '../../guides/store.ts'
import type { Reader } from '../../storage/database.ts'
import { closedSteps } from '../gates/closed.ts'
import { closedSections, hasGates } from '../gates/closed-sections.ts'
import type { Opening } from '../gates/section-row.ts'
import { openingsBy, sectionRowsIn } from '../gates/store.ts'
import { settledStepsOf } from '../plan/settled.ts'
import { progressOf } from './progress.ts'

interface OpenEnrollment {
  id: string
  guide_version_id: string
  has_plan: boolean
}

/** The titles of the current steps by enrollment, for up to a page. Each version is read once. */
export async function currentSteps(
  reader: Reader,
  workspace_id: string,
  enrollments: readonly OpenEnrollment[],
  now: string,
): Promise<Map<string, string>> {
  const titles = new Map<string, string>()
  const done = await settledStepsOf(reader, workspace_id, enrollments)
  for (const [version_id, followers] of Map.groupBy(enrollments, ({ guide_version_id }) => guide_version_id)) {
    const sections = (await findVersion(reader, workspace_id, version_id))?.sections ?? []
    const steps = sections.flatMap((section) => section.steps)
    const gated = hasGates(sections) ? followers.map(({ id }) => id) : []
    const known = openingsBy(await sectionRowsIn(reader, workspace_id, gated))
    for (const { id } of followers) {
      const settled = done.get(id) ?? new Set()
      const openings = known.get(id) ?? new Map<string, Opening>()
      const closed = closedSteps(sections, closedSections({ sections, settled, openings, now }))
      const { current_step_id } = progressOf(sections, settled, closed)
      const current = steps.find((step) => step.id === current_step_id)
      if (current) titles.set(id, current.title)
    }
  }
  return titles
}
