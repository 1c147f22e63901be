import type { Context } from '../../context.ts'
import { recordEnrollmentEvent } from '../../enrollments/events/emit.ts'
import { changeParticipant, NO_ROLE, type ParticipantRow } from '../../enrollments/participants/store.ts'
import { keepOpen } from '../../enrollments/plan/keep-open.ts'
import { changeEnrollment } from '../../enrollments/plan/replan.ts'
import { progressOf } from '../../enrollments/steps/progress.ts'
import { deleteCompletion, type EnrollmentRow } from '../../enrollments/store.ts'
import { enter } from '../../enrollments/transitions.ts'
import { hasPlan } from '../../guides/has-plan.ts'
import type { Tx } from '../../storage/database.ts'
import type { StoredRole, StoredSection } from '../../storage/tables/guides.ts'
import { carryOverTicks } from './carry-over-ticks.ts'
import type { NewQuestions } from './new-questions.ts'

interface Version {
  id: string
  sections: StoredSection[]
  roles: StoredRole[]
  target_after_days: number | null
}

/**
 * An enrollment on another version: completed and skipped steps carry over by step id.
 * @param done both
 */
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
    has_plan: enrollment.has_plan || hasPlan(version),
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
  { after: moved, from, to, reopened, lost }: Changes,
): Promise<void> {
  await keepOpen(tx, before, from, to)
  for (const { workspace_id, id } of lost)
    await changeParticipant(tx, { workspace_id, id }, { ...NO_ROLE, updated_at: tx.stamp })
  for (const { step_id } of reopened) await deleteCompletion(tx, { ...moved, step_id })
  const after = await changeEnrollment(tx, before, moved)
  await carryOverTicks(tx, after, from, to)
  await recordEnrollmentEvent(tx, context, 'enrollment.updated', after, tx.stamp)
  if (after.status === 'completed') await recordEnrollmentEvent(tx, context, 'enrollment.completed', after, tx.stamp)
}
