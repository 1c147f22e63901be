import { doneIn, progressOf } from '../enrollments/progress.ts'
import { completedStepIds } from '../enrollments/store.ts'
import { findVersion } from '../guides/store.ts'
import type { Reader } from '../storage/database.ts'

interface OnTheWay {
  id: string
  guide_version_id: string
}

/** The titles of the steps that come next, by the enrollment; of a few. Each version is read once. */
export async function currentSteps(
  reader: Reader,
  workspace_id: string,
  enrollments: readonly OnTheWay[],
): Promise<Map<string, string>> {
  const titles = new Map<string, string>()
  for (const [version_id, followers] of Map.groupBy(enrollments, ({ guide_version_id }) => guide_version_id)) {
    const sections = (await findVersion(reader, workspace_id, version_id))?.sections ?? []
    const steps = sections.flatMap((section) => section.steps)
    for (const { id } of followers) {
      const done = doneIn(sections, await completedStepIds(reader, workspace_id, id))
      const { current_step_id } = progressOf(sections, new Set(done))
      const current = steps.find((step) => step.id === current_step_id)
      if (current) titles.set(id, current.title)
    }
  }
  return titles
}
