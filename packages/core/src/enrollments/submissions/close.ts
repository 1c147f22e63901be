import { programOf } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { authorOf } from '../../messages/author.ts'
import type { Tx } from '../../storage/database.ts'
import type { StoredStep } from '../../storage/tables/guides.ts'
import type { RecordEvent } from '../events/emit.ts'
import { recordedCaller } from '../participants/person.ts'
import type { EnrollmentRow } from '../store.ts'
import type { SubmissionStatus } from './contract.ts'
import { type SubmissionRow, submissionsOfStep, updateSubmission } from './store.ts'
import { tellSubmission } from './tell.ts'

interface Decision {
  status: SubmissionStatus
  note: string
  notes: Record<string, string>
}

/** Writes a decision of the caller. @returns the submission as written */
export async function closeSubmission(
  tx: Tx,
  context: Context,
  submission: SubmissionRow,
  decision: Decision,
): Promise<SubmissionRow> {
  const decided = {
    ...submission,
    ...decision,
    is_waiting: false,
    decided_at: tx.stamp,
    decided_by: recordedCaller(context.caller),
    decided_by_name: (await authorOf(tx, context)).author_name,
    decided_with: await programOf(tx, context.caller),
    updated_at: tx.stamp,
  }
  await updateSubmission(tx, decided)
  return decided
}

/** Accepts what was sent in a step that a member marks as done. */
export async function acceptSent(
  tx: Tx,
  context: Context,
  { enrollment, record }: { enrollment: EnrollmentRow; record: RecordEvent },
  step: StoredStep,
): Promise<void> {
  const { workspace_id, id: enrollment_id } = enrollment
  const [latest] = await submissionsOfStep(tx, { workspace_id, enrollment_id, step_id: step.id })
  if (latest?.status !== 'submitted') return
  const submission = await closeSubmission(tx, context, latest, { status: 'accepted', note: '', notes: {} })
  await tellSubmission(tx, context, { record, enrollment, step, submission })
}
