import { z } from 'zod'
import type { Contact } from '../../contacts/contact.ts'
import { findContact } from '../../contacts/store.ts'
import type { Context } from '../../context.ts'
import { LANGUAGES } from '../../contract/languages.ts'
import { AppError, existing } from '../../errors.ts'
import { OutputUrl, recordOf, Timestamp } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { updateRow } from '../../records/rows.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { emitEvent } from '../../webhooks/events/emit.ts'
import { shownWorkspace } from '../../workspaces/change.ts'
import { findWorkspace } from '../../workspaces/store.ts'
import { brandOf } from '../compose/brand.ts'
import { skipReminders } from '../store.ts'
import { subscriberOf } from './address.ts'

const token = z.string().max(300).describe('Token of the address in the mail')

/** The state of reminders for a contact, as shown to the contact. */
const Subscription = z.object({
  sender: z.string().describe('Name of the contact'),
  email: z.string(),
  language: z.enum(LANGUAGES),
  unsubscribed_at: Timestamp.nullable(),
  workspace: z.object({ name: z.string(), colour: z.string().nullable(), logo_url: OutputUrl.nullable() }),
})

export const getSubscription = operation({
  name: 'get_subscription',
  summary: 'Get whether a contact receives reminders, by the address in a mail',
  access: 'visit',
  does: ['reads'],
  status: 200,
  input: z.strictObject({ token }),
  output: recordOf(Subscription),
  run: (context, { token }) =>
    context.store.read(async (reader) => {
      const { workspace_id, contact } = await contactOf(reader, context, token)
      return { data: await subscriptionOf(reader, context, workspace_id, contact) }
    }),
})

export const unsubscribe = operation({
  name: 'unsubscribe',
  summary: 'Stop reminders to a contact, by the address in a mail',
  description: 'Invitations and answers, which members send, are still delivered.',
  access: 'visit',
  unaudited: 'activity',
  status: 200,
  input: z.strictObject({ token }),
  output: recordOf(Subscription),
  run: (context, { token }) => subscribed(context, token, false),
})

export const resubscribe = operation({
  name: 'resubscribe',
  summary: 'Resume reminders to a contact, by the address in a mail',
  access: 'visit',
  unaudited: 'activity',
  status: 200,
  input: z.strictObject({ token }),
  output: recordOf(Subscription),
  run: (context, { token }) => subscribed(context, token, true),
})

/** An unchanged state is not written again: mail providers repeat requests. */
function subscribed(context: Context, token: string, expected: boolean) {
  return context.store.write(async (tx) => {
    const { workspace_id, contact } = await contactOf(tx, context, token)
    if ((contact.unsubscribed_at === null) === expected)
      return { data: await subscriptionOf(tx, context, workspace_id, contact) }
    const at = tx.stamp
    const data = { ...contact, unsubscribed_at: expected ? null : at, updated_at: at }
    await updateRow(tx, 'contacts', ['unsubscribed_at', 'updated_at'], { workspace_id, ...data })
    await emitEvent(tx, { workspace_id, type: 'contact.updated', data, at })
    if (!expected) await skipReminders(tx, workspace_id, contact.id)
    return { data: await subscriptionOf(tx, context, workspace_id, data) }
  })
}

/** @throws AppError `not_found` */
async function contactOf(handle: Reader | Tx, context: Context, token: string) {
  const subscriber = subscriberOf(context, token)
  const contact = subscriber && (await findContact(handle, subscriber.workspace_id, subscriber.contact_id))
  if (!subscriber || !contact) throw new AppError('not_found', 'This address is incomplete, or the contact was deleted')
  return { workspace_id: subscriber.workspace_id, contact }
}

async function subscriptionOf(reader: Reader, { settings }: Context, workspace_id: string, contact: Contact) {
  const { sender, default_language } = await brandOf(reader, workspace_id)
  const { email, unsubscribed_at, language } = contact
  const { name, colour, logo_url } = shownWorkspace(settings, existing(await findWorkspace(reader, workspace_id)))
  const workspace = { name, colour, logo_url }
  return { sender, email, unsubscribed_at, language: language ?? default_language, workspace }
}
