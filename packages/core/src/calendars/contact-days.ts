import { ownSteps } from '../enrollments/participants/own-steps.ts'
import { participantIn } from '../enrollments/participants/person.ts'
import { plannedStepsOf } from '../enrollments/plan/store.ts'
import type { EnrollmentRow } from '../enrollments/store.ts'
import { isOpen } from '../enrollments/transitions.ts'
import { isTeams } from '../guides/responsible.ts'
import { findVersion } from '../guides/store.ts'
import type { Reader } from '../storage/database.ts'
import type { CalendarDay } from './calendar.ts'

/**
 * The open steps of an enrollment that a person does, and its target: no step of the team, and so no internal one. None once it is
 * closed.
 * @param person as recorded in `completed_by`
 */
export async function contactDays(reader: Reader, enrollment: EnrollmentRow, person: string): Promise<CalendarDay[]> {
  const { workspace_id, id, guide_version_id, status, has_plan, target_date, updated_at } = enrollment
  const version = has_plan && isOpen(status) ? await findVersion(reader, workspace_id, guide_version_id) : undefined
  if (!version) return []
  const rows = await plannedStepsOf(reader, { workspace_id, enrollment_id: id })
  const dated = new Map(rows.filter(({ is_open }) => is_open).map((row) => [row.step_id, row]))
  const isOwn = await ownSteps(reader, enrollment, participantIn(person))
  const common = { about: version.title, url: null }
  const days = version.sections.flatMap(({ steps }) =>
    steps.flatMap((step): CalendarDay[] => {
      const row = dated.get(step.id)
      if (!row || row.due_on === null || isTeams(step) || !isOwn(step)) return []
      const day = { uid: `${id}-${step.id}`, kind: 'step', date: row.due_on, title: step.title } as const
      return [{ ...day, ...common, changed_at: row.updated_at }]
    }),
  )
  if (target_date === null) return days
  const target = { uid: `${id}-target`, kind: 'target', date: target_date, title: version.target_label } as const
  return [...days, { ...target, ...common, changed_at: updated_at }]
}
