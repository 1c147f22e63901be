import { findContact } from '../../contacts/store.ts'
import type { Reader } from '../../storage/database.ts'
import type { EnrollmentRow } from '../store.ts'
import type { PersonId } from './person.ts'
import { participantNames } from './store.ts'

/** The name of a person of an enrollment; null if the contact was deleted. */
export async function personName(
  reader: Reader,
  { workspace_id, contact_id }: EnrollmentRow,
  person: PersonId,
): Promise<string | null> {
  if (person !== null) return (await participantNames(reader, workspace_id, [person])).get(person) ?? null
  const contact = await findContact(reader, workspace_id, contact_id)
  return contact ? `${contact.first_name} ${contact.last_name}`.trim() : null
}
