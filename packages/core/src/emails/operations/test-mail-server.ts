import { z } from 'zod'
import { AppError, existing } from '../../errors.ts'
import { recordOf } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { findUser } from '../../people/store.ts'
import { limitTests } from '../limit-tests.ts'
import { senderOf } from '../sender.ts'
import { requireServer } from '../server/check.ts'
import { MailServerFields } from '../server/mail-server.ts'
import { passwordFor } from '../server/password.ts'
import { requireSettable } from '../server/settable.ts'
import { findMailServer } from '../server/store.ts'
import { testMessage } from '../templates/test.ts'
import { createTransport } from '../transport.ts'

export const testMailServer = operation({
  name: 'test_mail_server',
  summary: 'Send yourself a test mail by a mail server that is not set yet',
  description: 'Returns the reply of the server within 30 seconds.',
  access: 'workspace:manage',
  unaudited: 'own',
  network: true,
  status: 200,
  input: z.strictObject(MailServerFields),
  output: recordOf(
    z.object({
      recipient: z.string(),
      error: z.string().nullable().describe('Why the mail was not accepted; null if the server accepted it'),
    }),
  ),
  async run(context, given) {
    const { caller, store, guard, rateLimiter } = context
    if (caller.kind !== 'member')
      throw new AppError('conflict', 'A test is sent to the member who requests it: sign in as a member')
    const server = requireServer(context, given)
    const { password, recipient, message } = await store.read(async (reader) => {
      await requireSettable(reader, context)
      const { email, name } = existing(await findUser(reader, caller.id))
      return {
        password: passwordFor(context, await findMailServer(reader), server),
        recipient: email,
        message: await testMessage(reader, context, { email, name }),
      }
    })
    await limitTests(rateLimiter, caller)
    const transport = createTransport({ ...server, password, guard }, () => undefined)
    try {
      const { name, address } = senderOf(server.sender)
      const { error = null } = await transport.send({ ...message, from: { name, address } })
      return { data: { recipient, error } }
    } finally {
      transport.close()
    }
  },
})
