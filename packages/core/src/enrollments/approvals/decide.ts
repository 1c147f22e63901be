import type { Context } from '../../context.ts'
import { AppError, validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { newId } from '../../ids.ts'
import { postMessage } from '../../messages/post.ts'
import { shapeOf } from '../../operation/shape.ts'
import type { Tx } from '../../storage/database.ts'
import type { StoredStep } from '../../storage/tables/guides.ts'
import { notifyInbox } from '../inbox/notify.ts'
import { ownSteps } from '../participants/own-steps.ts'
import { personIn } from '../participants/person.ts'
import { personName } from '../participants/person-name.ts'
import { type Followed, finishStep } from '../steps/finish-step.ts'
import type { EnrollmentRow } from '../store.ts'
import { ToldApproval } from './approval.ts'
import type { ApprovalDecision } from './contract.ts'
import { documentOf, isAbout } from './document.ts'
import { type ApprovalRow, insertApproval, latestApprovals } from './store.ts'

interface Decision {
  /** Of the document that the person has read. */
  document_sha256: string
  address: string | undefined
}

/** Records that a person approves the text of a step, which is done by that. Approved already, nothing changes. @throws AppError */
export async function approve(
  tx: Tx,
  context: Context,
  follow: Followed,
  step: StoredStep,
  decision: Decision & { signed_name: string },
): Promise<EnrollmentRow> {
  await requireOwn(tx, context, follow.enrollment, step)
  requireSame(step, decision)
  const given = { ...decision, decision: 'approved' as const, note: '' }
  const approval = await approvalOf(tx, context, follow.enrollment, step, given)
  await insertApproval(tx, approval)
  await tell(tx, follow, 'approval.given', { step, approval })
  const { person_name: actor_name, id: subject_id } = approval
  const item = { kind: 'approved' as const, actor_name, step_id: step.id, subject_id, text: step.title }
  await notifyInbox(tx, context, follow.enrollment, item)
  return finishStep(tx, context, follow, step.id)
}

/** Records that a person asks for changes instead of approving, which the team reads as a question about the step. @throws AppError */
export async function askForChanges(
  tx: Tx,
  context: Context,
  follow: Followed,
  step: StoredStep,
  decision: Decision & { note: string },
): Promise<void> {
  const { enrollment } = follow
  await requireOwn(tx, context, enrollment, step)
  requireSame(step, decision)
  const { workspace_id, id: enrollment_id } = enrollment
  const latest = (await latestApprovals(tx, { workspace_id, enrollment_id })).get(step.id)
  // Sent twice by the same person.
  if (latest?.decision === 'changes_requested' && latest.note === decision.note) return
  const changes = { ...decision, decision: 'changes_requested' as const, signed_name: '' }
  const approval = await approvalOf(tx, context, enrollment, step, changes)
  await insertApproval(tx, approval)
  await tell(tx, follow, 'approval.changes_requested', { step, approval })
  await postMessage(tx, context, enrollment, {
    step_id: step.id,
    kind: 'question',
    reason: null,
    user_id: null,
    participant_id: approval.participant_id,
    author_name: approval.person_name,
    body: decision.note,
    read_at: null,
  })
}

/** @throws AppError unless the step is the caller's, or anyone's */
async function requireOwn(tx: Tx, { caller }: Context, enrollment: EnrollmentRow, step: StoredStep): Promise<void> {
  if (step.type !== 'approval') throw validationError({ step_id: fieldError('wrong_state', 'is not an approval') })
  const isOwn = await ownSteps(tx, enrollment, personIn(caller))
  if (!isOwn(step)) throw validationError({ step_id: fieldError('wrong_state', 'is for somebody else to approve') })
}

/** @throws AppError `conflict` for a text that was replaced since the person read it */
function requireSame(step: StoredStep, decision: Decision): void {
  if (isAbout(decision, step)) return
  throw new AppError('conflict', 'The text has changed since this page was opened: read it again')
}

interface Decided extends Decision {
  decision: ApprovalDecision
  signed_name: string
  note: string
}

async function approvalOf(
  tx: Tx,
  { caller, sealer }: Context,
  enrollment: EnrollmentRow,
  step: StoredStep,
  { address, ...decided }: Decided,
): Promise<ApprovalRow> {
  const { workspace_id, id: enrollment_id } = enrollment
  const participant_id = personIn(caller)
  return {
    workspace_id,
    id: newId(),
    enrollment_id,
    step_id: step.id,
    participant_id,
    person_name: (await personName(tx, enrollment, participant_id)) ?? '',
    ...decided,
    document: documentOf(step),
    sealed_address: address === undefined ? null : sealer.seal(address),
    created_at: tx.stamp,
    updated_at: tx.stamp,
  }
}

function tell(
  tx: Tx,
  { enrollment, record }: Followed,
  type: 'approval.given' | 'approval.changes_requested',
  { step: { id, title, type: kind }, approval }: { step: StoredStep; approval: ApprovalRow },
): Promise<void> {
  return record(type, enrollment, tx.stamp, {
    step: { id, title, type: kind },
    approval: shapeOf(ToldApproval)(approval),
  })
}
