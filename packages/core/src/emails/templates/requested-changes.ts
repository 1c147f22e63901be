import type { Context } from '../../context.ts'
import { findParticipant } from '../../enrollments/participants/store.ts'
import type { EnrollmentRow } from '../../enrollments/store.ts'
import type { SubmissionRow } from '../../enrollments/submissions/store.ts'
import type { Tx } from '../../storage/database.ts'
import type { StoredStep } from '../../storage/tables/guides.ts'
import { plainLines } from '../compose/plain.ts'
import { queueEmail } from '../queue.ts'
import { buttonOf, enrolledOf } from './enrolled.ts'

interface Requested {
  step: StoredStep
  submission: SubmissionRow
}

/** Mails whoever sent a form or files that a member asks for changes. */
export async function emailRequestedChanges(
  tx: Tx,
  context: Context,
  enrollment: EnrollmentRow,
  { step, submission }: Requested,
): Promise<void> {
  const { workspace_id, id: enrollment_id } = enrollment
  const { participant_id: id, decided_by_name, note, notes } = submission
  const participant = id === null ? undefined : await findParticipant(tx, { workspace_id, enrollment_id, id })
  if (participant?.removed_at) return
  const enrolled = await enrolledOf(tx, context, enrollment, participant)
  if (!enrolled) return
  const { contact, brand, guide, url, say } = enrolled
  const by = decided_by_name || brand.sender
  const count = Object.keys(notes).length
  await queueEmail(tx, context, {
    kind: 'changes_requested',
    to: { email: contact.email, name: `${contact.first_name} ${contact.last_name}` },
    brand,
    enrollment_id,
    contact_id: contact.id,
    letter: {
      ...buttonOf(enrolled),
      subject: say('changes_subject', { person: by, step: step.title }),
      preheader: say('changes_preheader'),
      paragraphs: [
        say('changes_body', { person: by, step: step.title, guide }),
        ...(count > 0 ? [say('changes_marked', { count })] : []),
      ],
      quote: note === '' ? undefined : { text: plainLines(note), by },
      button: { label: say('changes_button'), url: `${url}/steps/${step.id}` },
      footer: [say('why_enrolled', { sender: brand.sender })],
    },
  })
}
