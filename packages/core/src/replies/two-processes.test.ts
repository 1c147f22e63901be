import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { SECRET } from '../../test/instance.ts'
import { correspondence, messagesOf, openReplying, REPLY_DOMAIN } from '../../test/replies.ts'
import { createHandrail } from '../index.ts'

test('a mail that reaches two processes at once is stored once, with its attachment', async () => {
  const instance = await openReplying('postgres')
  const { database, files, clock, port } = instance
  const listener = { host: '127.0.0.1', port: 0 }
  const replies = { address: `reply@${REPLY_DOMAIN}`, listener }
  const other = await createHandrail({ database, files, secret: SECRET, now: () => clock.now, replies })
  try {
    const { id, email, invited } = await correspondence(instance)
    for (let round = 0; round < 8; round++) {
      const attachments = [{ filename: 'notes.txt', content: `Notes ${round}` }]
      const mail = { from: email, to: invited.replyTo, text: `Round ${round}`, attachments }
      const sent = [port, other.replyPort ?? 0].map((at) => {
        const sending = createTransport({ host: '127.0.0.1', port: at, ignoreTLS: true })
        return sending.sendMail({ ...mail, messageId: `<${round}@example.com>` })
      })
      for (const { response } of await Promise.all(sent)) expect(response).toMatch(/^250 /)
    }
    const messages = await messagesOf(instance, id)
    expect(messages.map(({ body, files: kept }) => [body, kept.length])).toEqual(
      Array.from({ length: 8 }, (_, round) => [`Round ${7 - round}`, 1]),
    )
  } finally {
    await other.close()
    await instance.close()
  }
}, 60_000)
