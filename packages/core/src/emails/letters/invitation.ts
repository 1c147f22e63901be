import type { Context } from '../../context.ts'
import type { Tx } from '../../storage/database.ts'
import { plainLines } from '../compose/plain.ts'
import { dayIn } from '../compose/translate.ts'
import { queueEmail } from '../queue.ts'
import type { EmailRow } from '../store.ts'
import { type Enrolled, openingOf } from './enrolled.ts'

/** Sends a contact the link to the guide. @param message what whoever invites has to say, with their name */
export function inviteContact(
  tx: Tx,
  context: Context,
  enrolled: Enrolled,
  message?: { text: string; by: string },
): Promise<EmailRow | undefined> {
  const { enrollment, contact, brand, guide, progress, url, unsubscribe, say } = enrolled
  const { sender } = brand
  const { expires_at } = enrollment
  return queueEmail(tx, context, {
    kind: 'invitation',
    to: { email: contact.email, name: `${contact.first_name} ${contact.last_name}` },
    brand,
    enrollment_id: enrollment.id,
    contact_id: contact.id,
    unsubscribe,
    send_before: expires_at,
    letter: {
      ...openingOf(enrolled),
      subject: say('invitation_subject', { sender, guide }),
      preheader: say('invitation_preheader'),
      paragraphs: [say('invitation_body', { sender, guide }), say('steps', { count: progress.total })],
      quote: message && { text: plainLines(message.text), by: message.by },
      button: { label: say('invitation_button'), url },
      notes: [...openUntil(enrolled), say('link_is_yours')],
      footer: [say('why_enrolled', { sender }), { label: say('unsubscribe'), url: unsubscribe }],
    },
  })
}

export function openUntil({ enrollment: { expires_at }, brand, language, say }: Enrolled): string[] {
  return expires_at === null ? [] : [say('open_until', { date: dayIn(language, expires_at, brand.time_zone) })]
}
