import type { Contact } from '../contacts/contact.ts'
import { findContact } from '../contacts/store.ts'
import type { Context } from '../context.ts'
import {
  changeParticipant,
  findParticipant,
  namedAsShown,
  type ParticipantRow,
} from '../enrollments/participants/store.ts'
import type { EnrollmentRow } from '../enrollments/store.ts'
import { notFound } from '../errors.ts'
import type { Reader, Tx } from '../storage/database.ts'

/** The person who follows an enrollment: its primary contact, or a participant. */
export interface Person {
  contact: Contact
  /** Null for the primary contact. */
  participant: ParticipantRow | null
}

/** The full name of a person for the others of the customer, under which messages are kept. */
export function shownNameOf({ contact, participant }: Person): string {
  const { first_name, last_name } = namedAsShown(contact, participant)
  return `${first_name} ${last_name}`.trim()
}

/** The participant of the caller, also a removed one; null for the primary contact. @throws AppError `not_found` */
export async function participantOfCaller(reader: Reader, { caller }: Context): Promise<ParticipantRow | null> {
  const { workspace_id, id: enrollment_id, participant_id: id } = caller
  if (id === undefined) return null
  const participant = await findParticipant(reader, { workspace_id, enrollment_id, id })
  if (!participant) throw notFound()
  return participant
}

/** Whether another contact is the primary one since the link of the caller was read. */
export function isSucceeded({ caller }: Context, enrollment: Pick<EnrollmentRow, 'contact_id'>): boolean {
  return caller.contact_id !== undefined && caller.contact_id !== enrollment.contact_id
}

/** The caller as a person of the enrollment. @throws AppError `not_found` for a removed participant and a deleted contact */
export async function requirePerson(reader: Reader, context: Context, enrollment: EnrollmentRow): Promise<Person> {
  const participant = await participantOfCaller(reader, context)
  if (participant?.removed_at || isSucceeded(context, enrollment)) throw notFound()
  const contact_id = participant?.contact_id ?? enrollment.contact_id
  const contact = await findContact(reader, enrollment.workspace_id, contact_id)
  if (!contact) throw notFound()
  return { contact, participant }
}

/** Records an action of a participant. */
export async function noteParticipant(tx: Tx, { participant }: Pick<Person, 'participant'>): Promise<void> {
  if (!participant) return
  const { workspace_id, id, started_at } = participant
  await changeParticipant(tx, { workspace_id, id }, { started_at: started_at ?? tx.stamp, last_activity_at: tx.stamp })
}
