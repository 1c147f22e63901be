import type { Context } from '../../context.ts'
import type { ParticipantRow } from '../../enrollments/participants/store.ts'
import type { EnrollmentRow } from '../../enrollments/store.ts'
import type { Tx } from '../../storage/database.ts'
import { plainLines } from '../compose/plain.ts'
import { queueEmail } from '../queue.ts'
import { attachedFiles } from './attached-files.ts'
import { buttonOf, enrolledOf } from './enrolled.ts'

/** Notifies a contact of an answer. @param participant who asked, if not the primary contact. @param answer its text and author */
export async function emailAnswer(
  tx: Tx,
  context: Context,
  enrollment: EnrollmentRow,
  participant: ParticipantRow | undefined,
  answer: { text: string; by: string; files: readonly string[] },
): Promise<void> {
  const enrolled = await enrolledOf(tx, context, enrollment, participant)
  if (!enrolled) return
  const { contact, brand, guide, url, say } = enrolled
  await queueEmail(tx, context, {
    kind: 'answer',
    to: { email: contact.email, name: `${contact.first_name} ${contact.last_name}` },
    brand,
    enrollment_id: enrollment.id,
    contact_id: contact.id,
    letter: {
      ...buttonOf(enrolled),
      subject: say('answer_subject', { person: answer.by, guide }),
      preheader: say('answer_preheader'),
      paragraphs: [say('answer_body', { guide }), ...attachedFiles(say, answer.files)],
      quote: { text: plainLines(answer.text), by: answer.by },
      button: { label: say('answer_button'), url: `${url}/ask` },
      footer: [say('why_enrolled', { sender: brand.sender })],
    },
  })
}
