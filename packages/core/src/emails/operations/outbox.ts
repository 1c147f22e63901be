import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { mayOpenLinks } from '../../access/links.ts'
import { recordAudit } from '../../audit/record.ts'
import { findContact } from '../../contacts/store.ts'
import { existing, notFound, validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { Id, Paging, pageOf, RecordId, recordOf, UpdatedSince } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { SEARCH_SCAN_LIMIT } from '../../records/lists/limits.ts'
import { listRecords } from '../../records/lists/lists.ts'
import type { Reader } from '../../storage/database.ts'
import { emailsDue } from '../channel.ts'
import { EMAIL_KINDS, EMAIL_STATUSES, STOPPABLE_KINDS } from '../contract.ts'
import { Email, EmailDetail } from '../email.ts'
import * as store from '../store.ts'

export const listEmails = operation({
  name: 'list_emails',
  summary: 'List the outbox: mail to contacts, and to members about their enrollments, newest first',
  description: `Mail is kept for 90 days. total counts up to 10,000; use a cursor to read on. ${SEARCH_SCAN_LIMIT}`,
  access: 'enrollments:read',
  does: ['reads'],
  route: 'GET /emails',
  status: 200,
  input: z.strictObject({
    ...Paging,
    status: z.enum(EMAIL_STATUSES).optional().meta({
      reference:
        'Restricts the list to mail in this state: `waiting` to be sent, `kept` because no mail server is configured, `sent`, `failed`, or `skipped` because it was no longer needed.',
    }),
    kind: z
      .enum(EMAIL_KINDS)
      .optional()
      .meta({ reference: 'Restricts the list to mail for this purpose, such as `invitation` or `reminder`.' }),
    enrollment_id: Id.optional()
      .describe('Only mail about this enrollment')
      .meta({ reference: 'Restricts the list to mail about this enrollment.' }),
    contact_id: Id.optional()
      .describe('Only mail to this contact')
      .meta({ reference: 'Restricts the list to mail to this contact.' }),
    updated_since: UpdatedSince,
  }),
  output: pageOf(Email),
  run: (context, { status, kind, enrollment_id, contact_id, ...paging }) =>
    listRecords(context, store.emailList, { filters: { status, kind, enrollment_id, contact_id }, ...paging }),
})

/** A mail for members who do not manage enrollments: with the link, they could answer as the contact. */
function withoutLinks(body: string): string {
  return body.replaceAll(/\/g\/[\w-]{20,}/g, '/g/…')
}

export const getEmail = operation({
  name: 'get_email',
  summary: 'Get a mail with its text and link',
  description: 'The answer has the text of the mail, and the link of its button.',
  access: 'enrollments:read',
  does: ['reads'],
  route: 'GET /emails/:id',
  status: 200,
  input: z.strictObject({ id: RecordId }),
  output: recordOf(EmailDetail),
  etag: Email,
  run: (context, { id }) =>
    context.store.read(async (reader) => {
      const email = existing(await store.findEmail(reader, context.caller.workspace_id, id))
      const message = store.messageOf(context.sealer, email)
      if (!message) throw notFound()
      const { text, html, link } = message
      if (mayOpenLinks(context.caller)) return { data: { ...email, text, html, link } }
      return { data: { ...email, text: withoutLinks(text), html: withoutLinks(html), link: null } }
    }),
})

export const resendEmail = operation({
  name: 'resend_email',
  summary: 'Send a mail now, or send it again',
  description:
    'The mail is sent immediately, and its retry schedule begins anew; without a mail server, it stays in the outbox. Contacts who opted out get no reminders.',
  access: 'enrollments:write',
  scope: 'messages:write',
  does: ['adds', 'sends'],
  audit: ['email.resent'],
  route: 'POST /emails/:id/send',
  status: 200,
  input: z.strictObject({ id: RecordId }),
  output: recordOf(Email),
  run: (context, { id }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const email = existing(await store.findEmail(tx, workspace_id, id))
      if (email.lease_until !== null)
        throw validationError({ status: fieldError('wrong_state', 'is waiting: an attempt is under way') })
      const recipient = (await requireRecipient(tx, email)) ?? email.recipient
      const sends = await context.mail.sends(tx)
      const status = sends ? ('waiting' as const) : ('kept' as const)
      const due = sends ? tx.time : null
      // Sent on request, regardless of its original reason.
      const anew = { attempts: 0, losses: 0, error: null, next_attempt_at: due, waiting_for: null }
      const changed = { status, ...anew, cause: null, send_before: null, recipient }
      const { emails } = tx.tables
      const written = await tx.db
        .update(emails)
        .set({ ...changed, updated_at: tx.stamp })
        .where(and(eq(emails.workspace_id, workspace_id), eq(emails.id, id), isNull(emails.lease_until)))
        .returning()
      await tx.notify(emailsDue)
      const sent = existing(written[0])
      await recordAudit(tx, context, { action: 'email.resent', subject_id: id, details: { kind: sent.kind } })
      return { data: sent }
    }),
})

/**
 * The current address of the contact, which can be a corrected one; undefined for mail to members.
 * @throws AppError when the contact is gone, or wants no reminders
 */
async function requireRecipient(
  tx: Reader,
  { workspace_id, contact_id, kind }: store.EmailRow,
): Promise<string | undefined> {
  if (contact_id === null) return undefined
  const contact = await findContact(tx, workspace_id, contact_id)
  if (!contact) throw validationError({ contact_id: fieldError('wrong_state', 'was deleted') })
  if (STOPPABLE_KINDS.includes(kind) && contact.unsubscribed_at !== null)
    throw validationError({ contact_id: fieldError('wrong_state', 'has opted out of reminders') })
  return contact.email
}
