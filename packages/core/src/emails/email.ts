import { z } from 'zod'
import { CreatedAt, OutputEmail, OutputId, OutputUrl, OwnId, Timestamp, UpdatedAt } from '../fields/fields.ts'
import { EMAIL_KINDS, EMAIL_STATUSES } from './contract.ts'

/** Takes the place of the workspace in mail to a person about the own account: no list of a workspace contains it. */
export const INSTANCE = '00000000-0000-0000-0000-000000000000'

export const Email = z
  .object({
    id: OwnId,
    kind: z.enum(EMAIL_KINDS).meta({ reference: 'What the mail is for.' }),
    status: z
      .enum(EMAIL_STATUSES)
      .describe(
        'kept: no mail server is configured, so pass on the link yourself. skipped: no longer needed when it was due',
      )
      .meta({
        reference:
          '`waiting` to be sent; `kept` because no mail server is configured, so that you pass on the link yourself; `sent`; `failed`; `skipped` because it was no longer needed when it was due.',
      }),
    recipient: OutputEmail.meta({ reference: 'Address to which it is sent.' }),
    recipient_name: z.string().meta({ reference: 'Name of the person who receives it.' }),
    subject: z.string().meta({ reference: 'Subject line, in the language of the recipient.' }),
    enrollment_id: OutputId.nullable().meta({
      reference: 'The enrollment that the mail is about; `null` for mail that is about none.',
    }),
    contact_id: OutputId.nullable()
      .describe('null for mail to members')
      .meta({ reference: 'The contact who receives it; `null` for mail to members.' }),
    attempts: z.int().min(0).meta({ reference: 'How often sending it was tried.' }),
    error: z
      .string()
      .nullable()
      .describe('Why the last attempt failed')
      .meta({ reference: 'Why the last attempt failed; `null` if none did.' }),
    next_attempt_at: Timestamp.nullable().meta({
      reference: 'When it is tried next; `null` once it is sent, kept or given up.',
    }),
    sent_at: Timestamp.nullable().meta({ reference: 'When the mail server accepted it; `null` before.' }),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .meta({ id: 'Email', reference: 'A mail in the outbox.' })

export const EmailDetail = Email.extend({
  text: z.string().meta({ reference: 'Body as plain text.' }),
  html: z.string().meta({ reference: 'Body as HTML, as mail programs show it.' }),
  link: OutputUrl.nullable()
    .describe('The link of its button, to be passed on in another way')
    .meta({ reference: 'Address of the button in the mail, so that you can pass it on in another way.' }),
}).meta({ id: 'EmailDetail', reference: 'A mail in the outbox, with its text.' })

/** The stored parts of a mail besides its envelope. */
export interface StoredMessage {
  text: string
  html: string
  link: string | null
  /** The sender name, if it differs from that of the instance. */
  from_name: string | null
  reply_to: string | null
  /** The token of the address that replies go to; mail queued by an earlier release has none. */
  reply_token?: string | null
  /** Whether a reply is accepted; without it, of mail written before, it is. */
  takes_replies?: boolean
  /** The address for one-click unsubscription (RFC 8058). */
  unsubscribe: string | null
  /** Whether the text shows the logo of the workspace, which is then attached. */
  shows_logo: boolean
}
