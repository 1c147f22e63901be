import { findContactEvenDeleted } from '../../contacts/store.ts'
import type { Context } from '../../context.ts'
import { personIn } from '../../enrollments/participants/person.ts'
import { findParticipant, type ParticipantRow } from '../../enrollments/participants/store.ts'
import type { EnrollmentRow } from '../../enrollments/store.ts'
import { findVersion } from '../../guides/store.ts'
import type { Tx } from '../../storage/database.ts'
import type { EmailContent } from '../compose/letter.ts'
import type { EmailRow } from '../store.ts'
import { buttonOf, type Enrolled, enrolledOf } from './enrolled.ts'
import { openUntil, queueInvitation, writerOf } from './invitation.ts'
import { ownLetterTo } from './own-letter.ts'

/** Mails a participant the own link to the guide, in the name of whoever invites. @returns undefined if the contact is deleted */
export async function emailColleague(
  tx: Tx,
  context: Context,
  enrollment: EnrollmentRow,
  participant: ParticipantRow,
): Promise<EmailRow | undefined> {
  const enrolled = await enrolledOf(tx, context, enrollment, participant)
  if (!enrolled) return undefined
  const person = await inviterOf(tx, context, enrollment, enrolled.brand.sender)
  const role = await roleOf(tx, enrollment, participant)
  // The text of the workspace is in its name, and so not that of an invitation by a contact.
  const own = context.caller.kind === 'contact' ? undefined : await ownLetterTo(tx, enrolled, 'invitation')
  return queueInvitation(tx, context, enrolled, { ...colleagueLetter(enrolled, { person, role }), ...own })
}

/** The standard text. */
function colleagueLetter(
  enrolled: Enrolled,
  { person, role }: { person: string; role?: string | undefined },
): EmailContent {
  const { brand, guide, url, unsubscribe, say } = enrolled
  const { sender } = brand
  return {
    ...buttonOf(enrolled),
    subject: say('colleague_subject', { person, guide }),
    preheader: say('colleague_preheader'),
    paragraphs: [
      say('colleague_body', { person, guide, sender }),
      ...(role === undefined ? [] : [say('colleague_role', { role })]),
    ],
    button: { label: say('invitation_button'), url },
    notes: [...openUntil(enrolled), say('link_is_yours')],
    footer: [say('why_colleague', { person, sender }), { label: say('unsubscribe'), url: unsubscribe }],
  }
}

/** The name of the contact or member who invites; programs invite as the workspace. */
async function inviterOf(
  tx: Tx,
  context: Context,
  { workspace_id, id: enrollment_id, contact_id }: EnrollmentRow,
  sender: string,
): Promise<string> {
  if (context.caller.kind !== 'contact') return writerOf(tx, context, sender)
  const id = personIn(context.caller)
  const participant = id === null ? undefined : await findParticipant(tx, { workspace_id, enrollment_id, id })
  const contact = await findContactEvenDeleted(tx, workspace_id, participant?.contact_id ?? contact_id)
  return contact ? `${contact.first_name} ${contact.last_name}`.trim() : sender
}

async function roleOf(tx: Tx, { workspace_id, guide_version_id }: EnrollmentRow, { role_id }: ParticipantRow) {
  if (role_id === null) return undefined
  const version = await findVersion(tx, workspace_id, guide_version_id)
  return version?.roles.find(({ id }) => id === role_id)?.name
}
