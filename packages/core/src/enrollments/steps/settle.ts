import type { Context } from '../../context.ts'
import { emailCompletion } from '../../emails/templates/assignee.ts'
import type { Tx } from '../../storage/database.ts'
import type { StoredSection } from '../../storage/tables/guides.ts'
import type { RecordEvent } from '../events/emit.ts'
import { notifyInbox } from '../inbox/notify.ts'
import { changeEnrollment } from '../plan/replan.ts'
import { settledStepIds } from '../plan/settled.ts'
import type { EnrollmentRow } from '../store.ts'
import { enter, isOpen } from '../transitions.ts'
import { progressOf } from './progress.ts'

/** An enrollment after steps were done, skipped or reopened. */
export interface Settled {
  before: EnrollmentRow
  after: EnrollmentRow
  /** The steps that are done or skipped. */
  settled: ReadonlySet<string>
  /** Whether it was completed by that. */
  isFinished: boolean
}

interface Settling {
  changes?: Partial<EnrollmentRow>
  /** The steps that are done or skipped, if they have been read since. */
  settled?: readonly string[]
}

/** Writes the progress of an enrollment after steps were done, skipped or reopened: the last counted step completes it. */
export async function settle(
  tx: Tx,
  before: EnrollmentRow,
  sections: readonly StoredSection[],
  { changes = {}, settled: known }: Settling = {},
): Promise<Settled> {
  const at = tx.stamp
  const current = { ...before, ...changes }
  const settled = new Set(known ?? (await settledStepIds(tx, current)))
  const progress = progressOf(sections, settled)
  const progress_percentage = current.status === 'completed' ? 100 : progress.percentage
  const isFinished = isOpen(current.status) && progress.completed_steps === progress.total_steps
  const moved = { ...current, progress_percentage, updated_at: at }
  const after = await changeEnrollment(tx, before, isFinished ? enter(moved, 'completed', at) : moved)
  return { before, after, settled, isFinished }
}

/**
 * Emits the events of that, and mails the team about a completion.
 * @param isChanged whether the enrollment counts as updated although its progress is the same
 */
export async function tellSettled(
  tx: Tx,
  context: Context,
  record: RecordEvent,
  { before, after, isFinished }: Settled,
  isChanged = false,
): Promise<void> {
  if (isFinished) {
    await record('enrollment.completed', after, tx.stamp)
    await emailCompletion(tx, context, after)
    await notifyInbox(tx, context, after, { kind: 'completed', actor_name: '' })
  } else if (isChanged || after.progress_percentage !== before.progress_percentage)
    await record('enrollment.updated', after, tx.stamp)
}
