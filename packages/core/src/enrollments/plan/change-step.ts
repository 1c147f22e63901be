import type { Context } from '../../context.ts'
import { isSame } from '../../records/changes.ts'
import type { Tx } from '../../storage/database.ts'
import { recordedCaller } from '../participants/person.ts'
import { type Followed, finishStep } from '../steps/finish-step.ts'
import { settle, tellSettled } from '../steps/settle.ts'
import { deleteCompletion } from '../store.ts'
import { auditStep } from './audit-step.ts'
import { changeOf, type PlannedChange, requirePossible, type StepChanges } from './planned-change.ts'
import type { Planned } from './rows.ts'
import { putPlannedSteps } from './store.ts'

/** Changes a step of a locked enrollment, with its events. Without a difference, nothing is written. */
export async function changeStep(
  tx: Tx,
  context: Context,
  follow: Followed,
  step_id: string,
  changes: StepChanges,
): Promise<void> {
  const change = await changeOf(tx, follow, step_id)
  await requirePossible(tx, change, changes)
  const row = changedRow(tx, context, change.row, changes)
  const isReopened = changes.done === false && change.completion !== undefined
  let { enrollment } = follow
  if (isReopened || !isSame(row, change.row)) {
    enrollment = await write(tx, context, change, { row, isReopened })
    await auditStep(tx, context, change, { row, isReopened })
  }
  if (changes.done === true) await finishStep(tx, context, { ...follow, enrollment }, step_id)
}

/** The row after what was set by hand; who does the step otherwise follows in the same transaction. */
function changedRow(tx: Tx, context: Context, row: Planned, changes: StepChanges): Planned {
  const { assignee_id, due_on, due_is_manual, skipped } = changes
  const after = { ...row }
  if (due_on !== undefined) Object.assign(after, { due_on, due_is_manual: true })
  if (due_is_manual === false) Object.assign(after, { due_is_manual })
  if (assignee_id !== undefined) Object.assign(after, { assignee_id, assignee_is_manual: assignee_id !== null })
  if (assignee_id === null && !row.assignee_is_manual) Object.assign(after, { assignee_id: row.assignee_id })
  if (skipped === true && row.skipped_at === null)
    Object.assign(after, { skipped_at: tx.stamp, skipped_by: recordedCaller(context.caller) })
  if (skipped === false) Object.assign(after, { skipped_at: null, skipped_by: null })
  return after
}

async function write(
  tx: Tx,
  context: Context,
  { follow, step }: PlannedChange,
  { row, isReopened }: { row: Planned; isReopened: boolean },
) {
  const { workspace_id, id: enrollment_id } = follow.enrollment
  if (isReopened) await deleteCompletion(tx, { workspace_id, id: enrollment_id, step_id: step.id })
  await putPlannedSteps(tx, { workspace_id, enrollment_id }, [row])
  const outcome = await settle(tx, follow.enrollment, follow.version.sections, { changes: { has_plan: true } })
  await tellSettled(tx, context, follow.record, outcome, true)
  return outcome.after
}
