import type { SendMailOptions } from 'nodemailer'
import type { Context } from '../context.ts'
import { findEnrollment } from '../enrollments/store.ts'
import { markOf, replyAddressOf } from '../replies/address.ts'
import { tokenFor } from '../replies/store.ts'
import type { Tx } from '../storage/database.ts'
import type { EmailContent } from './compose/letter.ts'
import { translator } from './compose/translate.ts'
import type { StoredMessage } from './email.ts'
import type { EmailRow } from './store.ts'

interface Addressed {
  workspace_id: string
  enrollment_id?: string
  contact_id?: string
  user_id?: string
}

/** The token of the address for replies to a mail; null if it is about no enrollment, or no replies are received. */
export async function replyTokenFor(
  tx: Tx,
  { sealer, settings }: Pick<Context, 'sealer' | 'settings'>,
  { workspace_id, enrollment_id, contact_id, user_id }: Addressed,
): Promise<string | null> {
  const person_id = contact_id ?? user_id
  if (settings.replyAddress === null || enrollment_id === undefined || person_id === undefined) return null
  const enrollment = await findEnrollment(tx, workspace_id, enrollment_id)
  if (!enrollment) return null
  return tokenFor(tx, { sealer }, enrollment, { person: contact_id ? 'contact' : 'member', person_id })
}

/** A mail that says who gets a reply to it. */
export function withReplyHint(letter: EmailContent, isToContact: boolean): EmailContent {
  const hint = translator(letter.language)(isToContact ? 'reply_to_team' : 'reply_to_contact')
  return { ...letter, notes: [...(letter.notes ?? []), hint] }
}

/** The addresses of a mail for replies and for reports that it did not arrive. */
export function replyAddresses(
  { replyAddress }: Context['settings'],
  { id, recipient }: Pick<EmailRow, 'id' | 'recipient'>,
  { reply_token, reply_to }: StoredMessage,
): Pick<SendMailOptions, 'replyTo' | 'envelope'> {
  if (!reply_token || replyAddress === null) return reply_to === null ? {} : { replyTo: reply_to }
  const from = replyAddressOf(replyAddress, reply_token, markOf(id))
  return { replyTo: replyAddressOf(replyAddress, reply_token), envelope: { from, to: recipient } }
}
