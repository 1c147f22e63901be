import type { Context } from '../../context.ts'
import type { EnrollmentRow } from '../../enrollments/store.ts'
import { findMember, personOf } from '../../people/members/assignee.ts'
import type { Tx } from '../../storage/database.ts'
import { later, MINUTE_MS } from '../../times.ts'
import { plainLines } from '../compose/plain.ts'
import { mailOffOf } from '../daily/members/store.ts'
import { emailMembers, enrollmentUrl } from './assignee.ts'

/** Time to read a mention in the console, which makes its mail unnecessary. */
const READING_MS = 2 * MINUTE_MS

interface Mention {
  /** The ids of the members. */
  to: readonly string[]
  /** The name of the author. */
  by: string
  text: string
}

/** Mails members whom an internal note mentions, unless they have read it by then, or have switched such mail off. Those who mention themselves get none. */
export async function emailMention(
  tx: Tx,
  context: Context,
  enrollment: EnrollmentRow,
  { to, by, text }: Mention,
): Promise<void> {
  if (!(await context.mail.sends(tx))) return
  const acting = await personOf(tx, context.caller)
  const members = []
  for (const id of to) {
    const member = id === acting ? undefined : await findMember(tx, enrollment.workspace_id, id)
    if (!member || (await mailOffOf(tx, { workspace_id: enrollment.workspace_id, user_id: id }))?.includes('mentions'))
      continue
    members.push({ ...member, why: 'why_mentioned' as const })
  }
  const send_after = later(tx.time, READING_MS)
  await emailMembers(tx, context, { enrollment, kind: 'mention', members, send_after }, ({ say, contact, guide }) => ({
    subject: say('mention_subject', { person: by, contact }),
    preheader: say('mention_preheader'),
    paragraphs: [say('mention_body', { person: by, contact, guide })],
    quote: { text: plainLines(text), by },
    button: { label: say('open_note'), url: enrollmentUrl(context, enrollment, 'notes') },
  }))
}
