import { type ParticipantRow, participantsOf } from '../enrollments/participants/store.ts'
import type { EnrollmentRow } from '../enrollments/store.ts'
import { validationError } from '../errors.ts'
import { fieldError } from '../field-errors.ts'
import type { Reader } from '../storage/database.ts'

/** The persons of an enrollment whom an answer mentions; null is the primary contact. @throws AppError for contacts who take no part */
export async function mentionedPersons(
  reader: Reader,
  { workspace_id, id: enrollment_id, contact_id: primary }: EnrollmentRow,
  contact_ids: readonly string[],
): Promise<(ParticipantRow | null)[]> {
  if (contact_ids.length === 0) return []
  const participants = await participantsOf(reader, { workspace_id, enrollment_id })
  return contact_ids.map((id, at) => {
    const participant = id === primary ? null : participants.find(({ contact_id }) => contact_id === id)
    if (participant === undefined)
      throw validationError({
        [`mentions.${at}`]: fieldError('does_not_exist', 'does not take part in the enrollment'),
      })
    return participant
  })
}
