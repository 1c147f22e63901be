import type { SendMailOptions } from 'nodemailer'
import type { Context } from '../../context.ts'
import type { Reader } from '../../storage/database.ts'
import { findMailLogo, logoAttachment } from '../compose/brand.ts'
import type { EmailKind } from '../contract.ts'
import { replyAddresses } from '../replies.ts'
import type { Sender } from '../sender.ts'
import { type EmailRow, messageOf } from '../store.ts'

/** The kinds sent by a person; others are automatic and must not trigger out-of-office replies (RFC 3834). */
const BY_PEOPLE: readonly EmailKind[] = ['answer', 'changes_requested', 'invitation', 'member_invitation']

/**
 * A mail for the mail server. Its Message-ID is the same at every attempt, so that duplicates can be detected.
 * Undefined if it cannot be decrypted.
 */
export async function compose(
  reader: Reader,
  { sealer, settings }: Context,
  email: EmailRow,
  from: Sender,
): Promise<SendMailOptions | undefined> {
  const message = messageOf(sealer, email)
  if (!message) return undefined
  const { text, html, from_name, unsubscribe, shows_logo } = message
  const logo = shows_logo ? await findMailLogo(reader, email.workspace_id) : undefined
  const [, domain = 'localhost'] = from.address.split('@')
  return {
    messageId: `<${email.id}@${domain}>`,
    from: { name: from_name ?? from.name, address: from.address },
    to: { name: email.recipient_name, address: email.recipient },
    subject: email.subject,
    text,
    html,
    ...replyAddresses(settings, email, message),
    headers: {
      ...(!BY_PEOPLE.includes(email.kind) && { 'Auto-Submitted': 'auto-generated' }),
      'X-Auto-Response-Suppress': 'OOF, AutoReply',
      // RFC 2369 and RFC 8058.
      ...(unsubscribe !== null && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    ...(logo && logoAttachment(logo)),
  }
}
