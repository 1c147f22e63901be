import { findVersion } from '../../guides/store.ts'
import type { Reader } from '../../storage/database.ts'
import { completedStepsOf } from '../store.ts'
import { progressOf } from './progress.ts'

interface OpenEnrollment {
  id: string
  guide_version_id: string
}

/** The titles of the current steps by enrollment, for up to a page. Each version is read once. */
export async function currentSteps(
  reader: Reader,
  workspace_id: string,
  enrollments: readonly OpenEnrollment[],
): Promise<Map<string, string>> {
  const titles = new Map<string, string>()
  const done = await completedStepsOf(
    reader,
    workspace_id,
    enrollments.map(({ id }) => id),
  )
  for (const [version_id, followers] of Map.groupBy(enrollments, ({ guide_version_id }) => guide_version_id)) {
    const sections = (await findVersion(reader, workspace_id, version_id))?.sections ?? []
    const steps = sections.flatMap((section) => section.steps)
    for (const { id } of followers) {
      const { current_step_id } = progressOf(sections, done.get(id) ?? new Set())
      const current = steps.find((step) => step.id === current_step_id)
      if (current) titles.set(id, current.title)
    }
  }
  return titles
}
