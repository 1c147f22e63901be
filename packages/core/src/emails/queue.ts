import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import { insertRow } from '../records/rows.ts'
import type { Tx } from '../storage/database.ts'
import { emailsDue } from './channel.ts'
import { type Brand, HANDRAIL_BRAND } from './compose/brand.ts'
import type { EmailContent } from './compose/letter.ts'
import { plain } from './compose/plain.ts'
import { renderHtml, renderText } from './compose/render.ts'
import type { EmailKind, ReminderCause } from './contract.ts'
import { INSTANCE, type StoredMessage } from './email.ts'
import { replyTargetOf, withReplyHint } from './replies.ts'
import type { EmailRow } from './store.ts'

export interface NewEmail {
  /** Given where another row names it. */
  id?: string | undefined
  kind: EmailKind
  to: { email: string; name: string }
  letter: EmailContent
  /** The brand of the mail; that of the instance by default. */
  brand?: Brand
  enrollment_id?: string
  /** The receiving member, of mail about an enrollment. */
  user_id?: string
  /** The receiving contact, who gets an unsubscribe address. */
  contact_id?: string
  unsubscribe?: string
  cause?: ReminderCause
  /** Not sent before this time, the present one by default. */
  send_after?: string | undefined
  /** Not sent after this time, when it would be misleading. */
  send_before?: string | null
}

/**
 * Adds a mail to the outbox in the transaction of its cause. The worker sends it; without a mail server it is kept for
 * members to pass on, or not written if they could not read it.
 */
export async function queueEmail(tx: Tx, context: Context, email: NewEmail): Promise<EmailRow | undefined> {
  const { sealer, settings, mail } = context
  const { kind, to, brand = HANDRAIL_BRAND, enrollment_id = null, contact_id = null, cause = null } = email
  const { workspace_id = INSTANCE } = brand
  const sends = await mail.sends(tx)
  if (!sends && workspace_id === INSTANCE) return undefined
  const at = tx.stamp
  const replies = await replyTargetOf(tx, { sealer, settings }, { workspace_id, ...email })
  const letter = replies?.isOffered
    ? withReplyHint(email.letter, email.contact_id !== undefined, replies.kind)
    : email.letter
  const message: StoredMessage = {
    text: renderText(letter),
    html: renderHtml(letter, brand),
    link: letter.button?.url ?? null,
    from_name: workspace_id === INSTANCE ? null : brand.sender,
    reply_to: brand.reply_to,
    reply_token: replies?.token ?? null,
    takes_replies: replies?.isOffered ?? false,
    unsubscribe: email.unsubscribe ?? null,
    shows_logo: brand.hasLogo,
  }
  const row: EmailRow = {
    workspace_id,
    id: email.id ?? newId(),
    kind,
    status: sends ? 'waiting' : 'kept',
    recipient: to.email,
    recipient_name: plain(to.name),
    subject: plain(letter.subject),
    sealed_message: sealer.seal(JSON.stringify(message)),
    enrollment_id,
    contact_id,
    cause,
    attempts: 0,
    error: null,
    next_attempt_at: sends ? (email.send_after ?? tx.time) : null,
    waiting_for: null,
    losses: 0,
    send_before: email.send_before ?? null,
    sent_at: null,
    lease_until: null,
    leased_by: null,
    created_at: at,
    updated_at: at,
  }
  await insertRow(tx, 'emails', row)
  if (sends) await tx.notify(emailsDue)
  return row
}
