import type { Context } from '../../context.ts'
import { recordEnrollmentEvent } from '../../enrollments/events/emit.ts'
import { changeParticipant, NO_ROLE, type ParticipantRow } from '../../enrollments/participants/store.ts'
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
  /** The participants whose role the version does not have. */
  lost: readonly ParticipantRow[]
}

/** Moves an enrollment, with its events. Completions by a move send no mail: the member who moves sees their number. */
export async function moveEnrollment(
  tx: Tx,
  context: Context,
  before: EnrollmentRow,
  { after, from, to, reopened, lost }: Changes,
): Promise<void> {
  await updateEnrollmentRow(tx, before, after)
  await carryOverTicks(tx, after, from, to)
  for (const { workspace_id, id } of lost)
    await changeParticipant(tx, { workspace_id, id }, { ...NO_ROLE, updated_at: tx.stamp })
  for (const { step_id } of reopened) await deleteCompletion(tx, { ...after, step_id })
  await recordEnrollmentEvent(tx, context, 'enrollment.updated', after, tx.stamp)
  if (after.status === 'completed') await recordEnrollmentEvent(tx, context, 'enrollment.completed', after, tx.stamp)
}
