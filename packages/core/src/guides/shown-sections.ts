import { memberNames } from '../people/members/assignee.ts'
import type { Reader } from '../storage/database.ts'
import type { StoredSection } from '../storage/tables/guides.ts'
import { numberedSections } from './store.ts'

/** Sections in responses to members. A former member who does or reviews a step is forgotten. */
export async function shownSections(reader: Reader, workspace_id: string, sections: readonly StoredSection[]) {
  const shown = numberedSections(sections)
  const assignees = shown
    .flatMap(({ steps }) => steps.flatMap(({ assignee_id, reviewer_id }) => [assignee_id, reviewer_id]))
    .filter((id) => id !== null)
  if (assignees.length === 0) return shown
  const members = new Set((await memberNames(reader, workspace_id, [...new Set(assignees)])).map(({ id }) => id))
  const remaining = (id: string | null) => (id !== null && members.has(id) ? id : null)
  return shown.map((section) => ({
    ...section,
    steps: section.steps.map((step) => ({
      ...step,
      assignee_id: remaining(step.assignee_id),
      reviewer_id: remaining(step.reviewer_id),
    })),
  }))
}
