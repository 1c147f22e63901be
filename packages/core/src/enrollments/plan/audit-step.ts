import type { AuditAction } from '../../audit/contract.ts'
import { nameOf, recordAudit } from '../../audit/record.ts'
import type { Caller } from '../../caller.ts'
import type { Context } from '../../context.ts'
import { findMember } from '../../people/members/assignee.ts'
import type { Tx } from '../../storage/database.ts'
import type { PlannedChange } from './planned-change.ts'
import type { Planned } from './rows.ts'

/** Records the changes of a step in the audit log, each as an entry of its own. */
export async function auditStep(
  tx: Tx,
  context: Context,
  { follow, step, row: before, completion }: PlannedChange,
  { row: after, isReopened }: { row: Planned; isReopened: boolean },
): Promise<void> {
  const { id: subject_id, workspace_id } = follow.enrollment
  const record = (action: AuditAction, more: Record<string, string> = {}) =>
    recordAudit(tx, context, {
      action,
      subject_id,
      details: { step: step.title, guide: follow.version.title, ...more },
    })
  if (after.assignee_id !== before.assignee_id || after.assignee_is_manual !== before.assignee_is_manual) {
    const member = after.assignee_is_manual && (await findMember(tx, workspace_id, after.assignee_id ?? ''))
    await record('step.assigned', member ? { member: member.name } : {})
  }
  if (after.due_on !== before.due_on || after.due_is_manual !== before.due_is_manual)
    await record('step.date_changed', { due_on: after.due_is_manual ? (after.due_on ?? 'none') : 'guide' })
  if (after.skipped_at !== before.skipped_at)
    await record(after.skipped_at === null ? 'step.unskipped' : 'step.skipped')
  if (isReopened) await record('step.reopened', { done_by: await nameOfRecorded(tx, completion?.completed_by ?? '') })
}

/** The name of a caller as `recordedCaller` records it; not that of a customer, whose name is deleted with the contact. */
async function nameOfRecorded(tx: Tx, recorded: string): Promise<string> {
  const [kind = '', id = ''] = recorded.split(' ')
  if (kind === 'participant') return 'Participant'
  // Only kinds of callers are recorded.
  return nameOf(tx, { kind: kind as Caller['kind'], id })
}
