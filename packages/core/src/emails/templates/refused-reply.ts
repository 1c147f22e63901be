import type { Context } from '../../context.ts'
import type { EnrollmentRow } from '../../enrollments/store.ts'
import type { Tx } from '../../storage/database.ts'
import { translator } from '../compose/translate.ts'
import { queueEmail } from '../queue.ts'
import { enrollmentUrl } from './assignee.ts'
import { buttonOf, enrolledOf } from './enrolled.ts'

/**
 * Tells a person at the registered address that a reply could not be added: nobody else learns of it from a mailbox.
 * @param member the person, if it is not the contact
 */
export async function emailRefusedReply(
  tx: Tx,
  context: Context,
  enrollment: EnrollmentRow,
  member?: { id: string; name: string; email: string },
): Promise<void> {
  const enrolled = await enrolledOf(tx, context, enrollment)
  if (!enrolled) return
  const { contact, brand, guide, url } = enrolled
  const language = member ? brand.default_language : enrolled.language
  const say = translator(language)
  const name = member?.name ?? `${contact.first_name} ${contact.last_name}`
  await queueEmail(tx, context, {
    kind: 'refused_reply',
    to: { email: member?.email ?? contact.email, name },
    brand,
    enrollment_id: enrollment.id,
    ...(member ? { user_id: member.id } : { contact_id: contact.id }),
    letter: {
      ...(member ? { language, heading: say('hello', { name }) } : buttonOf(enrolled)),
      subject: say('refused_reply_subject', { guide }),
      preheader: say('refused_reply_preheader'),
      paragraphs: [say('refused_reply_body', { guide })],
      button: {
        label: say('refused_reply_button'),
        url: member ? enrollmentUrl(context, enrollment, 'messages') : `${url}/ask`,
      },
      footer: [say('refused_reply_why')],
    },
  })
}
