import type { Context } from '../../context.ts'
import type { Tx } from '../../storage/database.ts'
import type { EmailContent } from '../compose/letter.ts'
import { dayIn } from '../compose/translate.ts'
import type { ReminderCause } from '../contract.ts'
import { queueEmail } from '../queue.ts'
import type { EmailRow } from '../store.ts'
import { buttonOf, type Enrolled } from './enrolled.ts'
import { openUntil } from './invitation.ts'
import { ownLetterTo } from './own-letter.ts'

export interface Reminding {
  /** Given where the day of the contact names it. */
  id: string
  cause: ReminderCause
  /** The earliest time, the present one by default. */
  send_after?: string | undefined
}

/** Reminds a contact of a guide. */
export async function remindContact(
  tx: Tx,
  context: Context,
  enrolled: Enrolled,
  { id, cause, send_after }: Reminding,
): Promise<EmailRow | undefined> {
  const letter = { ...reminderLetter(enrolled, cause), ...(await ownLetterTo(tx, enrolled, `reminder_${cause}`)) }
  return queueReminder(tx, context, enrolled, { id, cause, send_after, letter })
}

/** Queues a reminder, which is not sent once the link has expired. */
export function queueReminder(
  tx: Tx,
  context: Context,
  { enrollment, contact, brand, unsubscribe }: Enrolled,
  { letter, ...reminding }: Reminding & { letter: EmailContent },
): Promise<EmailRow | undefined> {
  return queueEmail(tx, context, {
    ...reminding,
    kind: 'reminder',
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
export function reminderLetter(enrolled: Enrolled, cause: ReminderCause): EmailContent {
  const { brand, unsubscribe, say } = enrolled
  return {
    ...buttonOf(enrolled),
    ...REASONS[cause](enrolled),
    footer: [say('reminder_why', { sender: brand.sender }), { label: say('unsubscribe'), url: unsubscribe }],
  }
}

type Reason = Pick<EmailContent, 'subject' | 'preheader' | 'paragraphs' | 'progress' | 'button' | 'notes'>

const REASONS: Record<ReminderCause, (enrolled: Enrolled) => Reason> = {
  not_started(enrolled) {
    const { say, guide, brand, progress, url } = enrolled
    return {
      subject: say('not_started_subject', { guide }),
      preheader: say('not_started_preheader'),
      paragraphs: [say('not_started_body', { guide, sender: brand.sender }), say('steps', { count: progress.total })],
      button: { label: say('not_started_button'), url },
      notes: openUntil(enrolled),
    }
  },
  stalled(enrolled) {
    const { say, guide, brand, progress, url } = enrolled
    return {
      subject: say('stalled_subject', { guide }),
      preheader: say('stalled_preheader'),
      paragraphs: [say('stalled_body', { guide, sender: brand.sender }), say('stalled_progress', { ...progress })],
      progress,
      button: { label: say('stalled_button'), url },
      notes: openUntil(enrolled),
    }
  },
  expiring(enrolled) {
    const { say, guide, brand, progress, url, language, enrollment } = enrolled
    const date = dayIn(language, enrollment.expires_at ?? '', brand.time_zone)
    return {
      subject: say('expiring_subject', { guide, date }),
      preheader: say('expiring_preheader'),
      paragraphs: [
        say('expiring_body', { guide, sender: brand.sender, date }),
        ...(progress.done > 0 ? [say('stalled_progress', { ...progress })] : []),
      ],
      progress: progress.done > 0 ? progress : undefined,
      button: { label: say('expiring_button'), url },
    }
  },
}
