import type { SendMailOptions } from 'nodemailer'
import type { Context } from '../context.ts'
import { findEnrollment } from '../enrollments/store.ts'
import { markOf, type ReplyKind, replyAddressOf } from '../replies/address.ts'
import { tokenFor } from '../replies/store.ts'
import type { Tx } from '../storage/database.ts'
import type { EmailContent } from './compose/letter.ts'
import { translator } from './compose/translate.ts'
import type { EmailKind } from './contract.ts'
import type { StoredMessage } from './email.ts'
import type { EmailRow } from './store.ts'

interface Addressed {
  kind: EmailKind
  workspace_id: string
  enrollment_id?: string
  contact_id?: string
  user_id?: string
}

/**
 * The mails to members that tell what a customer did or asked: a reply to one of them is for the customer. A reply to any
 * other is for the team, so that nothing written to a colleague reaches the customer.
 */
const ABOUT_CUSTOMERS: readonly EmailKind[] = ['question', 'link_request', 'completed', 'answers_changed']

/** Where a reply to a mail goes. */
export interface ReplyTarget {
  token: string
  kind: ReplyKind
  /** Whether the mail offers to reply: members can do so only where their address is verified. */
  isOffered: boolean
}

/** The target of replies to a mail; null if it is about no enrollment, or no replies are received. */
export async function replyTargetOf(
  tx: Tx,
  { sealer, settings }: Pick<Context, 'sealer' | 'settings'>,
  { kind: email, workspace_id, enrollment_id, contact_id, user_id }: Addressed,
): Promise<ReplyTarget | null> {
  const person_id = contact_id ?? user_id
  if (settings.replyAddress === null || enrollment_id === undefined || person_id === undefined) return null
  const enrollment = await findEnrollment(tx, workspace_id, enrollment_id)
  if (!enrollment) return null
  const person = contact_id ? 'contact' : 'member'
  const kind = person === 'contact' || ABOUT_CUSTOMERS.includes(email) ? 'message' : 'note'
  const token = await tokenFor(tx, { sealer }, enrollment, { person, person_id }, kind)
  return { token, kind, isOffered: person === 'contact' || settings.verifiesReplies }
}

/** A mail that says who gets a reply to it. */
export function withReplyHint(letter: EmailContent, isToContact: boolean, kind: ReplyKind = 'message'): EmailContent {
  const hint = isToContact ? 'reply_to_team' : kind === 'note' ? 'reply_as_note' : 'reply_to_contact'
  return { ...letter, notes: [...(letter.notes ?? []), translator(letter.language)(hint)] }
}

/** The addresses of a mail for replies and for reports that it did not arrive. */
export function replyAddresses(
  { replyAddress }: Context['settings'],
  { id, recipient }: Pick<EmailRow, 'id' | 'recipient'>,
  { reply_token, reply_to, takes_replies = true }: StoredMessage,
): Pick<SendMailOptions, 'replyTo' | 'envelope'> {
  if (!reply_token || replyAddress === null) return reply_to === null ? {} : { replyTo: reply_to }
  const from = replyAddressOf(replyAddress, reply_token, markOf(id))
  const envelope = { from, to: recipient }
  return takes_replies ? { replyTo: replyAddressOf(replyAddress, reply_token), envelope } : { envelope }
}
