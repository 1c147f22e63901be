import { nameOf } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { EnrollmentRow } from '../../enrollments/store.ts'
import type { Tx } from '../../storage/database.ts'
import type { EmailContent } from '../compose/letter.ts'
import { plainLines } from '../compose/plain.ts'
import { dayIn } from '../compose/translate.ts'
import { queueEmail } from '../queue.ts'
import type { EmailRow } from '../store.ts'
import { buttonOf, type Enrolled, enrolledOf } from './enrolled.ts'
import { ownLetterTo } from './own-letter.ts'

/**
 * Mails a contact the link to the guide.
 * @param message text of the inviting member
 * @returns undefined if the contact is deleted
 */
export async function invite(
  tx: Tx,
  context: Context,
  enrollment: EnrollmentRow,
  message = '',
): Promise<EmailRow | undefined> {
  const enrolled = await enrolledOf(tx, context, enrollment)
  if (!enrolled) return undefined
  const lines = plainLines(message)
  return queueInvitation(tx, context, enrolled, {
    ...invitationLetter(enrolled),
    ...(await ownLetterTo(tx, enrolled, 'invitation')),
    quote: lines === '' ? undefined : { text: lines, by: await writerOf(tx, context, enrolled.brand.sender) },
  })
}

/** Queues an invitation, which is not sent once the link has expired. */
export function queueInvitation(
  tx: Tx,
  context: Context,
  { enrollment, contact, brand, unsubscribe }: Enrolled,
  letter: EmailContent,
): Promise<EmailRow | undefined> {
  return queueEmail(tx, context, {
    kind: 'invitation',
    to: { email: contact.email, name: `${contact.first_name} ${contact.last_name}` },
    brand,
    enrollment_id: enrollment.id,
    contact_id: contact.id,
    unsubscribe,
    send_before: enrollment.expires_at,
    letter,
  })
}

/** The standard text. */
export function invitationLetter(enrolled: Enrolled): EmailContent {
  const { brand, guide, progress, url, unsubscribe, say } = enrolled
  const { sender } = brand
  return {
    ...buttonOf(enrolled),
    subject: say('invitation_subject', { sender, guide }),
    preheader: say('invitation_preheader'),
    paragraphs: [say('invitation_body', { sender, guide }), say('steps', { count: progress.total })],
    button: { label: say('invitation_button'), url },
    notes: [...openUntil(enrolled), say('link_is_yours')],
    footer: [say('why_enrolled', { sender }), { label: say('unsubscribe'), url: unsubscribe }],
  }
}

/** The name of the person; programs write as the workspace. */
export async function writerOf(tx: Tx, { caller }: Context, sender: string): Promise<string> {
  return caller.kind === 'member' || caller.kind === 'oauth' ? nameOf(tx, caller) : sender
}

/** The expiry of the guide, if there is one. */
export function openUntil({ enrollment: { expires_at }, brand, language, say }: Enrolled): string[] {
  return expires_at === null ? [] : [say('open_until', { date: dayIn(language, expires_at, brand.time_zone) })]
}
