import { connect, type Socket } from 'node:net'
import { createTransport } from 'nodemailer'
import { afterEach, expect, test } from 'vitest'
import { newCertificate } from '../../../../../test/certificate.ts'
import { correspondence, messagesOf, openReplying, REPLY_DOMAIN, type Replying } from '../../../test/replies.ts'
import { MAX_MAIL_BYTES } from '../parse/mail.ts'

let instance: Replying
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await instance.close()
})

/** A connection on which a test says what it likes. */
async function dial() {
  const socket = connect({ host: '127.0.0.1', port: instance.port })
  sockets.push(socket)
  let heard = ''
  socket.on('data', (data) => {
    heard += data.toString()
  })
  socket.on('error', () => undefined)
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await expect.poll(() => heard).toMatch(/^\d{3} /)
  return {
    heard: () => heard,
    ended,
    /** @returns the reply */
    async say(text: string): Promise<string> {
      const before = heard.length
      socket.write(text)
      await expect.poll(() => heard.slice(before), { interval: 5 }).toMatch(/^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/)
      return heard.slice(before)
    },
  }
}

test('a mail that is too large is refused when it is announced, and after it was sent', async () => {
  instance = await openReplying('sqlite')
  const { id, email, invited } = await correspondence(instance)
  const { say } = await dial()
  await say('EHLO example.com\r\n')
  expect(await say(`MAIL FROM:<${email}> SIZE=${50 * 1024 ** 2}\r\n`)).toMatch(/^552 /)
  await say(`MAIL FROM:<${email}>\r\n`)
  await say(`RCPT TO:<${invited.replyTo}>\r\n`)
  await say('DATA\r\n')
  const line = `${'x'.repeat(998)}\r\n`
  expect(await say(`Subject: large\r\n\r\n${line.repeat(MAX_MAIL_BYTES / 1000 + 1000)}.\r\n`)).toMatch(/^552 .*30 MiB/)
  expect(await messagesOf(instance, id)).toEqual([])
}, 60_000)

test('recipients, connections of a network, and guesses of addresses are limited', async () => {
  instance = await openReplying('sqlite')
  const { invited } = await correspondence(instance)
  const { say, ended } = await dial()
  await say('EHLO example.com\r\n')
  await say('MAIL FROM:<pia@example.com>\r\n')
  const [name, domain] = invited.replyTo.split('@')
  for (let number = 0; number < 10; number++)
    expect(await say(`RCPT TO:<${name}${markLike(number)}@${domain}>\r\n`)).toMatch(/^250 /)
  expect(await say(`RCPT TO:<${invited.replyTo}>\r\n`)).toMatch(/^452 /)
  await say('RSET\r\n')
  await say('MAIL FROM:<pia@example.com>\r\n')
  for (let number = 0; number < 5; number++)
    expect(await say(`RCPT TO:<reply+${'a'.repeat(25)}${number + 2}@${REPLY_DOMAIN}>\r\n`)).toMatch(/^550 /)
  await ended
  const open = []
  for (let number = 0; number < 10; number++) open.push(await dial())
  for (const { heard } of open) expect(heard()).toMatch(/^220 /)
  expect((await dial()).heard()).toMatch(/^421 .*Too many connections/)
})

/** Of the length of a mark, which tells addresses of one token apart. */
const markLike = (number: number) => 'abcdefghijkl'.concat('abcdefghij'.charAt(number))

test('it relays nothing, has no sign-in, and ends connections that say only nonsense or too much', async () => {
  instance = await openReplying('sqlite')
  const { say } = await dial()
  expect(await say('EHLO example.com\r\n')).not.toMatch(/AUTH|STARTTLS/)
  expect(await say('AUTH PLAIN AGEAYg==\r\n')).toMatch(/^5\d\d /)
  await say('MAIL FROM:<eve@example.com>\r\n')
  expect(await say('RCPT TO:<someone@elsewhere.example>\r\n')).toMatch(/^550 /)
  const nonsense = await dial()
  for (let number = 0; number < 9; number++) expect(await nonsense.say('HELLO?\r\n')).toMatch(/^500 /)
  expect(await nonsense.say('HELLO?\r\n')).toMatch(/^421 /)
  await nonsense.ended
  const long = await dial()
  expect(await long.say(`EHLO ${'x'.repeat(100_000)}\r\n`)).toMatch(/^421 .*too long/)
  const busy = await dial()
  await busy.say('EHLO example.com\r\n')
  const start = () => busy.say('MAIL FROM:<pia@example.com>\r\nRSET\r\n')
  for (let number = 0; number < 100; number++) expect(await start()).toMatch(/^250 /)
  expect(await start()).toMatch(/^421 /)
})

test('a mail ends at a dot between line ends of the protocol alone, so that no second one can be hidden in it', async () => {
  instance = await openReplying('sqlite')
  const { id, email, invited } = await correspondence(instance)
  const { say } = await dial()
  await say('EHLO example.com\r\n')
  await say(`MAIL FROM:<${email}>\r\n`)
  await say(`RCPT TO:<${invited.replyTo}>\r\n`)
  await say('DATA\r\n')
  const hidden = `MAIL FROM:<eve@example.com>\nRCPT TO:<${invited.replyTo}>\nDATA\nFrom: eve@example.com\n\nHidden`
  const parts = ['\n.\n', '\n.\r\n', '\r.\r', '\r\n.\r', '\r\n.\n'].map((end) => `Text${end}${hidden}`)
  expect(await say(`From: ${email}\r\nMessage-ID: <1@a>\r\n\r\n${parts.join('\r\n')}\r\n.\r\n`)).toMatch(/^250 /)
  expect(await messagesOf(instance, id)).toHaveLength(1)
})

test('with a certificate, connections are encrypted on request', async () => {
  const { cert, key } = await newCertificate()
  const listener = { host: '127.0.0.1', port: 0, tls: { cert, key } }
  instance = await openReplying('sqlite', { replies: { listener } })
  const { id, email, invited } = await correspondence(instance)
  const sending = createTransport({
    host: '127.0.0.1',
    port: instance.port,
    requireTLS: true,
    tls: { ca: cert, servername: 'localhost' },
  })
  await sending.sendMail({ from: email, to: invited.replyTo, text: 'Hello' })
  expect(await messagesOf(instance, id)).toHaveLength(1)
})

test('a connection that sends nothing does not keep the instance from closing', async () => {
  instance = await openReplying('sqlite')
  await correspondence(instance)
  const silent = await dial()
  const began = performance.now()
  await instance.close()
  await silent.ended
  expect(performance.now() - began).toBeLessThan(5000)
  instance = await openReplying('sqlite')
})
