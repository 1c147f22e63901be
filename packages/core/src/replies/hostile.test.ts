import { afterAll, beforeAll, expect, test } from 'vitest'
import { enroll } from '../../test/mail.ts'
import { correspondence, mailTo, messagesOf, openReplying, type Replying } from '../../test/replies.ts'
import { operations } from '../index.ts'
import { mailHash } from './message-id.ts'
import { DeadlyMail, MailFault } from './parse/mail.ts'
import { parseMail } from './parse/parse-mail.ts'
import { beginMail } from './store.ts'

let instance: Replying
beforeAll(async () => {
  instance = await openReplying('sqlite')
})
afterAll(() => instance.close())

const { askQuestion } = operations

async function deliver(to: string, raw: string | Buffer, from = 'pia@example.com') {
  const bytes = typeof raw === 'string' ? raw.replace(/\r?\n/g, '\r\n') : raw
  return instance.deliver({ raw: bytes, envelope: { from, to } })
}

const nestedParts = (depth: number) =>
  `From: pia@example.com\nContent-Type: multipart/mixed; boundary=b0\n\n${Array.from({ length: depth }, (_, level) => `--b${level}\nContent-Type: multipart/mixed; boundary=b${level + 1}\n\n`).join('')}`
const nestedMails = (depth: number) =>
  `From: pia@example.com\n${'Content-Type: message/rfc822\n\n'.repeat(depth)}Subject: deep\n\nHello`
const manyParts = (count: number) =>
  `From: pia@example.com\nContent-Type: multipart/mixed; boundary=b\n\n${'--b\nContent-Type: application/zip\n\nx\n'.repeat(count)}--b--\n`

test.each<[string, string, RegExp]>([
  ['10,000 headers', `From: pia@example.com\n${'X-Some: header\n'.repeat(10_000)}\nHello`, /^550 .*too many headers/],
  ['a header of a megabyte', `From: pia@example.com\nX-Long: ${'x '.repeat(500_000)}\n\nHello`, /^550 .*headers/],
  ['parts in parts', nestedParts(5000), /^550 .*nested too deeply/],
  ['mails in mails', nestedMails(5000), /^250 /],
  ['200,000 parts', manyParts(200_000), /^550 .*too many parts/],
  ['200,000 empty parts', '--b\n\n'.repeat(200_000), /^550 .*too many parts/],
  ['201 files', `${manyParts(201)}`, /^550 .*too many parts/],
  ['no author', 'Subject: Hello\n\nHello', /^550 .*names no sender/],
  ['no line of text', 'From: pia@example.com\n\n', /^550 .*The mail is empty/],
  ['a body of 8 MB in one line', `From: pia@example.com\n\n${'x'.repeat(8 * 1024 ** 2)}`, /^250 /],
  ['100,000 quotes in quotes', html('<blockquote>'.repeat(100_000)), /^550 .*nested too deeply/],
  ['100,000 open elements', html(`${'<div><b>'.repeat(100_000)}Hello`), /^550 .*nested too deeply/],
  ['a charset that nobody knows', 'From: pia@example.com\nContent-Type: text/plain; charset=x-"evil\n\nHello', /^250 /],
])(
  'a mail with %s is decided on within seconds',
  async (_, raw, answer) => {
    const { invited } = await correspondence(instance)
    const began = performance.now()
    expect(await deliver(invited.replyTo, raw)).toMatch(answer)
    expect(performance.now() - began).toBeLessThan(5000)
  },
  60_000,
)

function html(body: string): string {
  return `From: pia@example.com\nContent-Type: text/html\n\n${body}`
}

test('text in any encoding becomes text that can be stored', async () => {
  const { id, invited } = await correspondence(instance)
  const part = (type: string, body: Buffer) =>
    Buffer.concat([Buffer.from(`From: pia@example.com\r\nContent-Type: ${type}\r\n\r\n`), body])
  for (const [type, body] of [
    ['text/plain; charset=utf-8', Buffer.from([0x61, 0xff, 0xfe, 0x00, 0x62, 0xed, 0xa0, 0x80])],
    ['text/plain; charset=utf-16', Buffer.from('a\uD800b', 'utf16le')],
    ['text/plain; charset=iso-2022-jp', Buffer.from('\x1b$B$3$s\x1b(B')],
    ['text/plain; charset=utf-7', Buffer.from('+ADw-script+AD4-')],
    ['text/plain', Buffer.from('one\rtwo\r\rthree\u2028four\u202Egnp')],
  ] as const)
    expect(await deliver(invited.replyTo, part(type, body))).toMatch(/^250 /)
  const bodies = (await messagesOf(instance, id)).map(({ body }) => body)
  expect(bodies).toHaveLength(5)
  for (const body of bodies) expect([body.isWellFormed(), /[\0\r]/.test(body)]).toEqual([true, false])
  expect(bodies[2]).toBe('こん')
  expect(bodies[0]).toMatch(/^one\ntwo\n+three\nfour/)
})

test('the author is the address of the mail, whatever its name or other headers say', async () => {
  const { id, member, access_token } = await correspondence(instance)
  await (await instance.handrail.asContact(access_token)).invoke(askQuestion, { body: 'Where?' })
  const { replyTo } = await mailTo(instance, member.email)
  for (const header of [
    `From: "${member.email}" <eve@example.com>`,
    `From: =?utf-8?B?${Buffer.from(`<${member.email}>`).toString('base64')}?= <eve@example.com>`,
    `From: eve@example.com (${member.email})`,
    `From: ${member.email}\nFrom: eve@example.com`,
    `From: Team: ${member.email}, eve@example.com;`,
    `From: ${member.email},\n eve@example.com`,
    `Sender: ${member.email}\nFrom: eve@example.com`,
    `From: eve@example.com\nReply-To: ${member.email}`,
    `From : ${member.email}\nFrom: eve@example.com`,
    `\u00A0From: ${member.email}\nFrom: eve@example.com`,
  ])
    expect(await deliver(replyTo, `${header}\n\nSend the money here`), header).toMatch(/^550 /)
  expect(await messagesOf(instance, id)).toHaveLength(1)
})

test('nothing in a mail changes the headers of those that it causes', async () => {
  const { member, invited } = await correspondence(instance)
  const name = '=?utf-8?Q?a=0D=0ABcc:_eve=40example.com?='
  const evil = `From: pia@example.com\nSubject: ${name}\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nHello\n--b\nContent-Disposition: attachment; filename="${name}.txt"\n\nx\n--b--\n`
  expect(await deliver(invited.replyTo, evil)).toMatch(/^250 /)
  const asked = await mailTo(instance, member.email)
  expect(asked.headers?.map(({ key }) => key)).not.toContain('bcc')
  expect(asked.recipients).toEqual([member.email])
})

test('parsing that takes too long or too much memory ends, and the mail is refused', async () => {
  const bytes = Buffer.from(manyParts(4000))
  const seconds = parseMail(bytes, { megabytes: 256, seconds: 0.001 })
  await expect(seconds).rejects.toThrow(new MailFault('The mail takes too long to read'))
  const memory = parseMail(Buffer.from(manyParts(4900)), { megabytes: 12, seconds: 60 })
  await expect(memory).rejects.toThrow(new DeadlyMail('The mail has too many parts to be read'))
}, 60_000)

test('a mail that has ended its process three times is refused, and others to its address are not', async () => {
  const { id, contact, invited } = await correspondence(instance)
  const raw = 'From: pia@example.com\nMessage-ID: <deadly@example.com>\n\nHello'
  const { workspace_id } = instance.acme.context.caller
  const key = { workspace_id, enrollment_id: id, mail_hash: mailHash(Buffer.from(raw), contact.id) }
  for (let death = 0; death < 3; death++) await instance.handrail.database.write((tx) => beginMail(tx, key))
  for (let again = 0; again < 2; again++)
    expect(await deliver(invited.replyTo, raw)).toMatch(/^550 .*The mail cannot be read/)
  expect(await deliver(invited.replyTo, raw.replace('deadly', 'other'))).toMatch(/^250 /)
  expect(await messagesOf(instance, id)).toHaveLength(1)
})

test('many mails to one workspace do not delay that of another', async () => {
  const acme = await correspondence(instance)
  const { contact } = await enroll(instance.other, { send_invitation: true })
  const other = await mailTo(instance, contact.email)
  const order: string[] = []
  const heavy = `From: pia@example.com\n\n${'On 1:00 @ a wrote:\n'.repeat(13_000)}`
  const send = (to: string, name: string) => deliver(to, heavy).then(() => order.push(name))
  const flood = Array.from({ length: 24 }, () => send(acme.invited.replyTo, 'acme'))
  await Promise.all([...flood, send(other.replyTo, 'other')])
  // In the order of arrival it would be the last of 25; it arrives while the first few of the others are read.
  expect(order.indexOf('other')).toBeLessThan(16)
}, 60_000)
