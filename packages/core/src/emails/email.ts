import { z } from 'zod'
import { OutputEmail, OutputId, OutputUrl, Timestamp } from '../fields/fields.ts'
import { EMAIL_KINDS, EMAIL_STATUSES } from './contract.ts'

/** Takes the place of the workspace in mail to a person about the own account: no list of a workspace contains it. */
export const INSTANCE = '00000000-0000-0000-0000-000000000000'

export const Email = z
  .object({
    id: OutputId,
    kind: z.enum(EMAIL_KINDS),
    status: z
      .enum(EMAIL_STATUSES)
      .describe(
        'kept: no mail server is configured, so pass on the link yourself. skipped: no longer needed when it was due',
      ),
    recipient: OutputEmail,
    recipient_name: z.string(),
    subject: z.string(),
    enrollment_id: OutputId.nullable(),
    contact_id: OutputId.nullable().describe('null for mail to members'),
    attempts: z.int().min(0),
    error: z.string().nullable().describe('Why the last attempt failed'),
    next_attempt_at: Timestamp.nullable(),
    sent_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Email' })

export const EmailDetail = Email.extend({
  text: z.string(),
  html: z.string(),
  link: OutputUrl.nullable().describe('The link of its button, to be passed on in another way'),
}).meta({ id: 'EmailDetail' })

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
  /** The address for one-click unsubscription (RFC 8058). */
  unsubscribe: string | null
  /** Whether the text shows the logo of the workspace, which is then attached. */
  shows_logo: boolean
}
