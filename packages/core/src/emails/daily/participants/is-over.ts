import { participationsOf } from '../../../enrollments/participants/store.ts'
import { findEnrollment } from '../../../enrollments/store.ts'
import { isOpen } from '../../../enrollments/transitions.ts'
import type { Reader } from '../../../storage/database.ts'
import type { EmailRow } from '../../store.ts'

/** Whether the enrollment to which a mail of the day leads was closed since it was written, or the contact no longer takes part. */
export async function isOver(reader: Reader, { workspace_id, enrollment_id, contact_id }: EmailRow): Promise<boolean> {
  const enrollment = await findEnrollment(reader, workspace_id, enrollment_id ?? '')
  if (!enrollment || !isOpen(enrollment.status)) return true
  if (contact_id === null || enrollment.contact_id === contact_id) return false
  const participations = await participationsOf(reader, { workspace_id, contact_id })
  return !participations.some((one) => one.enrollment_id === enrollment.id)
}
