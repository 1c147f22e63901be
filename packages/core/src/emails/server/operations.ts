import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { recordOf } from '../../fields/fields.ts'
import { newId } from '../../ids.ts'
import { operation } from '../../operation/operation.ts'
import { GivenPassword } from '../../people/passwords.ts'
import { requirePassword } from '../../people/require-password.ts'
import type { Reader } from '../../storage/database.ts'
import { emailsDue } from '../channel.ts'
import { keepWaiting } from '../kept/keep-waiting.ts'
import { requireServer } from './check.ts'
import { MailServer, MailServerFields } from './mail-server.ts'
import { passwordFor } from './password.ts'
import { readOnlyReason, requireRemovable, requireSettable } from './settable.ts'
import { deleteMailServer, findMailServer, storeMailServer } from './store.ts'

const NONE = {
  source: null,
  host: '',
  port: 587,
  encryption: 'starttls',
  username: '',
  has_password: false,
  sender: '',
} as const

const own_password = GivenPassword.optional().describe('Password of the owner. Not required from the operator')

export const getMailServer = operation({
  name: 'get_mail_server',
  summary: 'Get the mail server of the instance, without its password',
  access: 'workspace:write',
  does: ['reads'],
  status: 200,
  input: z.strictObject({}),
  output: recordOf(MailServer),
  run: (context) => context.store.read(async (reader) => ({ data: await shownServer(reader, context) })),
})

export const setMailServer = operation({
  name: 'set_mail_server',
  summary: 'Set the mail server of the instance',
  description:
    'Only the owner of the only workspace of the instance can set it, because links to choose a password are sent by it. It takes effect immediately, in all processes.',
  access: 'workspace:manage',
  audit: ['mail_server.set'],
  status: 200,
  input: z.strictObject({ ...MailServerFields, own_password }),
  output: recordOf(MailServer),
  async run(context, { own_password: password = '', ...given }) {
    const { store, sealer } = context
    const address = requireServer(context, given)
    await store.read((reader) => requireSettable(reader, context))
    if (context.caller.kind === 'member') await requirePassword(context, password, 'own_password')
    return store.write(async (tx) => {
      await requireSettable(tx, context)
      const secret = passwordFor(context, await findMailServer(tx), address)
      await storeMailServer(tx, {
        host: address.host,
        port: address.port,
        encryption: address.encryption,
        username: address.username === '' ? null : address.username,
        sealed_password: secret === '' ? null : sealer.seal(secret),
        sender: address.sender,
        revision: newId(),
      })
      const details = { host: address.host, port: String(address.port), sender: address.sender }
      await recordAudit(tx, context, { action: 'mail_server.set', details })
      await tx.notify(emailsDue)
      return { data: await shownServer(tx, context) }
    })
  },
})

export const removeMailServer = operation({
  name: 'remove_mail_server',
  summary: 'Remove the mail server that was set in the console, with its password',
  description: 'Waiting mail is kept in the outbox.',
  access: 'workspace:manage',
  audit: ['mail_server.removed'],
  status: 204,
  input: z.strictObject({ own_password }),
  output: z.void(),
  async run(context, { own_password: password = '' }) {
    const { store, caller, background } = context
    await store.read((reader) => requireRemovable(reader, context))
    if (caller.kind === 'member') await requirePassword(context, password, 'own_password')
    await store.write(async (tx) => {
      await requireRemovable(tx, context)
      if (!(await deleteMailServer(tx))) throw notFound()
      await recordAudit(tx, context, { action: 'mail_server.removed' })
    })
    background.run(() => keepWaiting(context))
  },
})

async function shownServer(reader: Reader, context: Context): Promise<z.output<typeof MailServer>> {
  const read_only = await readOnlyReason(reader, context)
  const server = await context.mail.server(reader)
  const is_stored = (await findMailServer(reader)) !== undefined
  if (!server) return { ...NONE, read_only, is_stored }
  const { source, sender, address } = server
  const { host, port, encryption, username, password } = address
  return { source, read_only, host, port, encryption, username, has_password: password !== '', sender, is_stored }
}
