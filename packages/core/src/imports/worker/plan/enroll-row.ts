import { findContact } from '../../../contacts/store.ts'
import type { Context } from '../../../context.ts'
import { enroll, removeEnrollment } from '../../../enrollments/enroll.ts'
import { findOpenEnrollment, lockToDelete } from '../../../enrollments/store.ts'
import { findGuide } from '../../../guides/store.ts'
import type { Tx } from '../../../storage/database.ts'
import { requireQuota } from '../../../workspaces/plans.ts'
import type { RowResult } from '../../results/row-result.ts'
import type { ImportsRow, RowsRow } from '../../store.ts'
import { faultsOf } from './row-plan.ts'

/** Enrolls the contact of a row in the guide of the import, unless it has an open enrollment there. */
export async function enrollRow(tx: Tx, context: Context, job: ImportsRow, row: RowResult): Promise<RowResult> {
  const { workspace_id, enroll_in, send_invitations } = job
  if (enroll_in === null || row.record_id === null || row.fate === 'faulty') return row
  const guide = await findGuide(tx, workspace_id, enroll_in)
  const contact = await findContact(tx, workspace_id, row.record_id, 'change')
  // The guide may have been archived and the contact deleted since.
  if (guide?.status !== 'published' || guide.published_version_id === null || !contact) return row
  if (await findOpenEnrollment(tx, workspace_id, { contact_id: contact.id, guide_id: enroll_in })) return row
  try {
    await requireQuota(tx, context.caller.plan, workspace_id, 'enrollments')
  } catch (error) {
    return { ...row, faults: [...row.faults, ...faultsOf(job, error)] }
  }
  const published = { ...guide, published_version_id: guide.published_version_id }
  const enrolling = { contact, guide: published }
  const { enrollment } = await enroll(tx, context, enrolling, { send_invitation: send_invitations })
  return { ...row, enrollment_id: enrollment.id }
}

/** Deletes the enrollment of a row if the contact has not started it. */
export async function undoEnrollment(
  tx: Tx,
  context: Context,
  { workspace_id, enrollment_id }: RowsRow,
): Promise<void> {
  const made = enrollment_id && (await lockToDelete(tx, workspace_id, enrollment_id))
  if (made && made.status === 'invited' && made.updated_at === made.created_at)
    await removeEnrollment(tx, context, made)
}
