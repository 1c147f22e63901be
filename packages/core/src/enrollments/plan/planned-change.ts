import { validationError } from '../../errors.ts'
import { type FieldError, fieldError } from '../../field-errors.ts'
import { countedSteps } from '../../guides/counted-steps.ts'
import { isTeams } from '../../guides/responsible.ts'
import { requireMember } from '../../people/members/assignee.ts'
import type { Tx } from '../../storage/database.ts'
import type { StoredStep } from '../../storage/tables/guides.ts'
import { type Followed, requireNotExpired, stepOf } from '../steps/finish-step.ts'
import { completedSteps } from '../store.ts'
import { dateProblem } from './dates/target.ts'
import { type Planned, plannedIn, unplanned } from './rows.ts'
import { plannedStepsOf } from './store.ts'

/** What a member can change of a step of an enrollment. */
export interface StepChanges {
  /** Null: whom the guide names. */
  assignee_id?: string | null | undefined
  /** Null: no date. */
  due_on?: string | null | undefined
  /** The date that the guide gives. */
  due_is_manual?: false | undefined
  skipped?: boolean | undefined
  done?: boolean | undefined
}

/** A step of a locked enrollment that is about to change. */
export interface PlannedChange {
  follow: Followed
  step: StoredStep
  row: Planned
  /** Undefined while the step is not done. */
  completion: { completed_by: string | null } | undefined
}

/** @throws AppError for a step that the guide does not have */
export async function changeOf(tx: Tx, follow: Followed, step_id: string): Promise<PlannedChange> {
  const { workspace_id, id: enrollment_id, has_plan } = follow.enrollment
  const { step } = stepOf(follow, step_id)
  const rows = has_plan ? await plannedStepsOf(tx, { workspace_id, enrollment_id }) : []
  const row = rows.find((one) => one.step_id === step_id)
  const completion = (await completedSteps(tx, workspace_id, enrollment_id)).find((one) => one.step_id === step_id)
  return { follow, step, row: row ? plannedIn(row) : unplanned(step), completion }
}

/** @throws AppError for changes that the step, or the state of the enrollment, does not allow */
export async function requirePossible(tx: Tx, change: PlannedChange, changes: StepChanges): Promise<void> {
  const { follow, step, completion } = change
  const { assignee_id, due_on, due_is_manual, skipped, done } = changes
  if (due_on !== undefined && due_is_manual !== undefined)
    throw validationError({ due_is_manual: fieldError('not_together') })
  if (skipped !== undefined && done !== undefined) throw validationError({ skipped: fieldError('not_together') })
  if (skipped !== undefined || done !== undefined) requireNotExpired(follow)
  const problems: Record<string, FieldError> = {}
  if (assignee_id !== undefined && !isTeams(step))
    problems.assignee_id = fieldError('wrong_state', 'is for steps of the team')
  if (skipped === true && completion) problems.skipped = fieldError('wrong_state', 'is not possible: the step is done')
  if (skipped === false && change.row.skipped_at !== null && isFinal(change)) problems.skipped = FINAL
  if (done === false && completion && isFinal(change)) problems.done = FINAL
  const { workspace_id, created_at: enrolled_at } = follow.enrollment
  const dated = await dateProblem(tx, workspace_id, { date: due_on ?? null, enrolled_at })
  if (dated) problems.due_on = dated
  if (Object.keys(problems).length > 0) throw validationError(problems)
  await requireMember(tx, workspace_id, { assignee_id })
}

const FINAL = fieldError('wrong_state', 'cannot be undone: the enrollment is completed')

/** Whether the step is one of those whose completion has completed the enrollment, which is final. */
function isFinal({ follow: { enrollment, version }, step }: PlannedChange): boolean {
  return (
    enrollment.status === 'completed' && countedSteps(version.sections.flatMap(({ steps }) => steps)).includes(step)
  )
}
