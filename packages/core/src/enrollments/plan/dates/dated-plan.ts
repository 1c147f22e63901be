import { findVersion } from '../../../guides/store.ts'
import type { Reader } from '../../../storage/database.ts'
import type { StoredSection } from '../../../storage/tables/guides.ts'
import { dayIn } from '../../../times.ts'
import { plainCalendarOf } from '../../../working-calendar/store.ts'
import { findWorkspace } from '../../../workspaces/store.ts'
import type { DatedPlan } from '../../dates/due-dates.ts'
import { readGates } from '../../gates/read-gates.ts'
import { completedSteps, type EnrollmentRow } from '../../store.ts'
import { plannedStepsOf } from '../store.ts'
import { planOf, withSkipped } from './plan-of.ts'

/** The plan of an enrollment as it is stored, for the calculation of what a change would do. */
export async function datedPlanOf(
  reader: Reader,
  enrollment: EnrollmentRow,
  now: string,
): Promise<{ plan: DatedPlan; sections: readonly StoredSection[]; today: string }> {
  const { workspace_id, id: enrollment_id, guide_version_id } = enrollment
  const workspace = await findWorkspace(reader, workspace_id)
  const time_zone = workspace?.time_zone ?? 'UTC'
  const { sections = [] } = (await findVersion(reader, workspace_id, guide_version_id)) ?? {}
  const calendar = await plainCalendarOf(reader, workspace_id)
  const rows = await plannedStepsOf(reader, { workspace_id, enrollment_id })
  const completions = withSkipped(await completedSteps(reader, workspace_id, enrollment_id), rows)
  const settled = new Set(completions.map(({ step_id }) => step_id))
  const { opened } = await readGates(reader, enrollment, { sections, settled, now })
  const plan = planOf({ enrollment, sections, calendar, time_zone, completions, rows, opened })
  return { plan, sections, today: dayIn(time_zone, now) }
}
