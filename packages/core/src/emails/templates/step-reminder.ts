import type { Context } from '../../context.ts'
import type { Tx } from '../../storage/database.ts'
import { dayIn } from '../../times.ts'
import type { EmailContent } from '../compose/letter.ts'
import { isolated } from '../compose/translate.ts'
import { dueLabel } from '../daily/due-label.ts'
import type { EmailRow } from '../store.ts'
import type { Enrolled } from './enrolled.ts'
import { buttonOf } from './enrolled.ts'
import { openUntil } from './invitation.ts'
import { queueReminder, type Reminding } from './reminder.ts'

interface OwnStep {
  id: string
  title: string
  due_on: string | null
}

/** Reminds a participant of one step: who asks for what, and by when. */
export function remindOfStep(
  tx: Tx,
  context: Context,
  enrolled: Enrolled,
  { step, ...reminding }: Reminding & { step: OwnStep },
): Promise<EmailRow | undefined> {
  const today = dayIn(enrolled.brand.time_zone, reminding.send_after ?? tx.time)
  return queueReminder(tx, context, enrolled, { ...reminding, letter: letterOf(enrolled, step, today) })
}

function letterOf(enrolled: Enrolled, { id, title, due_on }: OwnStep, today: string): EmailContent {
  const { brand, guide, unsubscribe, url, language, say } = enrolled
  const due = due_on === null ? [] : [`${dueLabel(due_on, { say, language, today })}.`]
  return {
    ...buttonOf(enrolled),
    subject: say('step_reminder_subject', { step: title, guide }),
    preheader: due[0] ?? say('step_reminder_preheader'),
    paragraphs: [say('step_reminder_body', { sender: brand.sender, step: isolated(title), guide }), ...due],
    button: { label: say('step_reminder_button'), url: `${url}/steps/${id}` },
    notes: openUntil(enrolled),
    footer: [say('daily_why', { sender: brand.sender }), { label: say('unsubscribe'), url: unsubscribe }],
  }
}
