import type { Context } from '../../context.ts'
import { findParticipant } from '../../enrollments/participants/store.ts'
import { plannedStepsOf } from '../../enrollments/plan/store.ts'
import type { EnrollmentRow } from '../../enrollments/store.ts'
import type { SubmissionRow } from '../../enrollments/submissions/store.ts'
import { formFieldsOf } from '../../guides/form-fields-of.ts'
import type { Tx } from '../../storage/database.ts'
import type { StoredStep } from '../../storage/tables/guides.ts'
import { dayIn } from '../../times.ts'
import { plainLines } from '../compose/plain.ts'
import { dueLabel } from '../daily/due-label.ts'
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
  const { contact, brand, guide, url, language, say } = enrolled
  const by = decided_by_name || brand.sender
  const places = Object.entries(notes).map(([key, text]) => `${placeOf(key, { step, submission })}: ${text}`)
  const text = [note, ...places].filter((line) => line !== '').join('\n')
  const [planned] = (await plannedStepsOf(tx, { workspace_id, enrollment_id })).filter(
    ({ step_id }) => step_id === step.id,
  )
  const today = dayIn(brand.time_zone, tx.time)
  const due = planned?.due_on ? [`${dueLabel(planned.due_on, { say, language, today })}.`] : []
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
        ...due,
        ...(places.length > 0 ? [say('changes_marked', { count: places.length })] : []),
      ],
      quote: text === '' ? undefined : { text: plainLines(text), by },
      button: { label: say('changes_button'), url: `${url}/steps/${step.id}` },
      footer: [say('why_enrolled', { sender: brand.sender })],
    },
  })
}

/** The label of the field, or the name of the file, which a note is about. */
function placeOf(key: string, { step, submission }: Requested): string {
  const file = submission.files.find(({ id }) => id === key)
  return file?.name ?? formFieldsOf(step).find(({ name }) => name === key)?.label ?? key
}
