import { type ParticipantRow, participantsOf } from '../../enrollments/participants/store.ts'
import type { EnrollmentRow } from '../../enrollments/store.ts'
import type { Tx } from '../../storage/database.ts'
import type { StoredRole } from '../../storage/tables/guides.ts'

/** The participants of an enrollment with a role that a version does not have. */
export async function lostRoles(
  tx: Tx,
  { workspace_id, id: enrollment_id, participants_count }: EnrollmentRow,
  roles: readonly StoredRole[],
): Promise<ParticipantRow[]> {
  if (participants_count === 0) return []
  const participants = await participantsOf(tx, { workspace_id, enrollment_id })
  return participants.filter(({ role_id }) => role_id !== null && !roles.some(({ id }) => id === role_id))
}
