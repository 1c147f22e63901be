import type { WaitsFor } from '../enrollments/gates/closed-sections.ts'
import { closedOf } from '../enrollments/plan/closed-of.ts'
import { stepOf } from '../enrollments/steps/finish-step.ts'
import { completedStepIds } from '../enrollments/store.ts'
import { existing, validationError } from '../errors.ts'
import { fieldError } from '../field-errors.ts'
import { isTeams } from '../guides/responsible.ts'
import { isChecked } from '../guides/reviewed.ts'
import type { Tx } from '../storage/database.ts'
import type { StoredStep } from '../storage/tables/guides.ts'
import { findWorkspace } from '../workspaces/store.ts'
import type { Visit } from './visit.ts'

/**
 * A step that persons of the enrollment can do.
 * @throws AppError for a step of the team, for one of a closed section, for one that is accepted or approved, and for one that the guide
 *   does not have
 */
export async function ownStepOf(tx: Tx, follow: Visit, step_id: string): Promise<StoredStep> {
  const { section, step } = stepOf(follow, step_id)
  const waits = (await closedOf(tx, follow.enrollment, follow.version.sections, tx.time)).get(section.id)
  if (waits) throw validationError({ step_id: fieldError('wrong_state', closedText(waits)) })
  if (!isTeams(step)) {
    await requireNotAgreed(tx, follow, step)
    return step
  }
  const { name } = existing(await findWorkspace(tx, follow.enrollment.workspace_id))
  throw validationError({ step_id: fieldError('wrong_state', `is done by ${name}`) })
}

/** @throws AppError for what a member has accepted, or somebody has approved: only a member can reopen it */
async function requireNotAgreed(tx: Tx, { enrollment }: Visit, step: StoredStep): Promise<void> {
  if (!isChecked(step)) return
  const done = await completedStepIds(tx, enrollment.workspace_id, enrollment.id)
  if (!done.includes(step.id)) return
  const agreed = step.type === 'approval' ? 'approved' : 'accepted'
  throw validationError({
    step_id: fieldError('wrong_state', `is ${agreed} already, and can only be changed by the team`),
  })
}

/** What a closed section waits for, after the name of the field. */
function closedText({ kind, date }: WaitsFor): string {
  if (kind === 'by_team') return 'is in a section that the team has not opened yet'
  if (kind === 'after_previous') return 'is in a section that opens when the sections before it are done'
  return date === null ? 'is in a section that opens on a later date' : `is in a section that opens on ${date}`
}
