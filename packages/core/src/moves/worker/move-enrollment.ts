import type { Context } from '../../context.ts'
import { recordEnrollmentEvent } from '../../enrollments/events/emit.ts'
import { progressOf } from '../../enrollments/steps/progress.ts'
import { type EnrollmentRow, updateEnrollmentRow } from '../../enrollments/store.ts'
import { enter } from '../../enrollments/transitions.ts'
import type { Tx } from '../../storage/database.ts'
import type { StoredSection } from '../../storage/tables/guides.ts'
import { carryOverTicks } from './carry-over-ticks.ts'

interface Version {
  id: string
  sections: StoredSection[]
}

/** An enrollment as it is on another version: what was done stays done by the ids of the steps. */
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

/** Moves one, with its events. Nobody is mailed of those that end by it: whoever moves them knows how many they are. */
export async function moveEnrollment(
  tx: Tx,
  context: Context,
  before: EnrollmentRow,
  { after, from, to }: { after: EnrollmentRow; from: readonly StoredSection[]; to: readonly StoredSection[] },
): Promise<void> {
  await updateEnrollmentRow(tx, before, after)
  await carryOverTicks(tx, after, from, to)
  await recordEnrollmentEvent(tx, context, 'enrollment.updated', after, tx.stamp)
  if (after.status === 'completed') await recordEnrollmentEvent(tx, context, 'enrollment.completed', after, tx.stamp)
}
