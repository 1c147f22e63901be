import type { Context } from '../../context.ts'
import { recordEnrollmentEvent } from '../../enrollments/events/emit.ts'
import { progressOf } from '../../enrollments/steps/progress.ts'
import { deleteCompletion, type EnrollmentRow, updateEnrollmentRow } from '../../enrollments/store.ts'
import { enter } from '../../enrollments/transitions.ts'
import type { Tx } from '../../storage/database.ts'
import type { StoredSection } from '../../storage/tables/guides.ts'
import { carryOverTicks } from './carry-over-ticks.ts'
import type { NewQuestions } from './new-questions.ts'

interface Version {
  id: string
  sections: StoredSection[]
}

/** An enrollment on another version: completed steps carry over by step id. */
export function onVersion(
  enrollment: EnrollmentRow,
  version: Version,
  done: readonly string[],
  at: string,
): EnrollmentRow {
  const progress = progressOf(version.sections, new Set(done))
  const moved = {
    ...enrollment,
    guide_version_id: version.id,
    progress_percentage: progress.percentage,
    updated_at: at,
  }
  const isDone = progress.completed_steps === progress.total_steps
  return isDone && enrollment.status === 'in_progress' ? enter(moved, 'completed', at) : moved
}

interface Changes {
  after: EnrollmentRow
  from: readonly StoredSection[]
  to: readonly StoredSection[]
  /** The completed forms that are to be sent again. */
  reopened: readonly NewQuestions[]
}

/** Moves an enrollment, with its events. Completions by a move send no mail: the member who moves sees their number. */
export async function moveEnrollment(
  tx: Tx,
  context: Context,
  before: EnrollmentRow,
  { after, from, to, reopened }: Changes,
): Promise<void> {
  await updateEnrollmentRow(tx, before, after)
  await carryOverTicks(tx, after, from, to)
  for (const { step_id } of reopened) await deleteCompletion(tx, { ...after, step_id })
  await recordEnrollmentEvent(tx, context, 'enrollment.updated', after, tx.stamp)
  if (after.status === 'completed') await recordEnrollmentEvent(tx, context, 'enrollment.completed', after, tx.stamp)
}
