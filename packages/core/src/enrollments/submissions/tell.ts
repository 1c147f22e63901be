import type { Context } from '../../context.ts'
import type { Tx } from '../../storage/database.ts'
import type { StoredStep } from '../../storage/tables/guides.ts'
import type { RecordEvent } from '../events/emit.ts'
import { notifyInbox } from '../inbox/notify.ts'
import { personName } from '../participants/person-name.ts'
import type { EnrollmentRow } from '../store.ts'
import type { SubmissionRow } from './store.ts'

interface Told {
  record: RecordEvent
  enrollment: EnrollmentRow
  step: StoredStep
  submission: SubmissionRow
}

const EVENTS = {
  submitted: 'step.submitted',
  accepted: 'step.accepted',
  changes_requested: 'step.changes_requested',
} as const

/** Emits the event of a submission by its status; one that waits is added to the inbox of its reviewer. */
export async function tellSubmission(
  tx: Tx,
  context: Context,
  { record, enrollment, step, submission }: Told,
): Promise<void> {
  const { id, round, revision, status, participant_id, reviewer_id } = submission
  await record(EVENTS[status], enrollment, tx.stamp, {
    step: { id: step.id, title: step.title, type: step.type },
    submission: { id, round, revision, status, participant_id },
  })
  if (status !== 'submitted') return
  const actor_name = (await personName(tx, enrollment, participant_id)) ?? ''
  const to = reviewer_id === null ? {} : { to: [reviewer_id] }
  const item = { kind: 'submitted' as const, actor_name, step_id: step.id, subject_id: id, text: step.title }
  await notifyInbox(tx, context, enrollment, { ...item, ...to })
}
