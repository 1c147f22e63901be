import { afterEach, describe, expect, test } from 'vitest'
import { ENGINES, SECRET } from '../../../test/instance.ts'
import { correspondence, messagesOf, openReplying, type Replying } from '../../../test/replies.ts'
import { type ImapServer, startImapServer } from '../../../test/servers/imap-server.ts'
import { createHandrail } from '../../index.ts'
import { verifyMailbox } from './connect.ts'

const ADDRESS = 'support@acme.example'
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

let mails = 0
function mailOf(fields: Record<string, string>, text = 'Hello'): string {
  const headers = { 'Message-ID': `<${++mails}@example.com>`, Subject: 'Re: A guide', ...fields }
  return `${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n\n${text}\n`
}

describe.each(ENGINES)('a mailbox for replies on %s', (engine) => {
  let instance: Replying
  let imap: ImapServer

  async function open() {
    imap = await startImapServer()
    const replies = { address: ADDRESS, listener: undefined, mailbox: { url: imap.url, pollMs: 50 } }
    instance = await openReplying(engine, { replies })
    closing.push(instance.close, imap.close)
  }
  const count = (folder: string) => imap.folders.get(folder)?.length ?? 0
  const settles = (folder: string, number: number) =>
    expect.poll(() => count(folder), { interval: 20, timeout: 10_000 }).toBe(number)

  test('replies are read, stored and moved to a folder, and other mail stays', async () => {
    await open()
    const { id, email, invited } = await correspondence(instance)
    expect(invited.replyTo).toMatch(/^support\+[a-z2-7]{26}@acme\.example$/)
    imap.add(mailOf({ From: 'someone@example.com', To: ADDRESS }, 'For people'))
    imap.add(mailOf({ From: email, To: `"Acme" <${invited.replyTo}>` }, 'By To'))
    await settles('Handrail', 1)
    // The list of recipients does not name a blind copy.
    imap.add(mailOf({ 'Delivered-To': invited.replyTo, From: email, To: 'other@example.com' }, 'By Delivered-To'))
    await settles('Handrail', 2)
    expect((await messagesOf(instance, id)).map(({ body }) => body)).toEqual(['By Delivered-To', 'By To'])
    expect(imap.folders.get('INBOX')?.map(({ raw }) => raw.toString())).toMatchObject([/For people/])
  })

  test('a mail that cannot be accepted moves to a folder of its own', async () => {
    await open()
    const { id, email, invited } = await correspondence(instance)
    const unknown = invited.replyTo.replace(/\+\w+/, `+${'a'.repeat(26)}`)
    imap.add(mailOf({ From: email, To: unknown }))
    imap.add(mailOf({ From: email, To: invited.replyTo, 'Content-Type': 'multipart/mixed; boundary=b' }, nested(40)))
    await settles('Handrail failed', 2)
    expect(await messagesOf(instance, id)).toEqual([])
  })

  test('a mail whose move was cut off is stored once', async () => {
    await open()
    const { id, email, invited } = await correspondence(instance)
    imap.behaviour.move = true
    imap.add(mailOf({ From: email, To: invited.replyTo }, 'Once'))
    await expect.poll(() => imap.commands.filter((command) => command.startsWith('MOVE')).length).toBeGreaterThan(0)
    await expect.poll(() => instance.handrail.isReplyMailboxAway()).toBe(true)
    imap.behaviour.move = false
    await settles('Handrail', 1)
    expect(await messagesOf(instance, id)).toHaveLength(1)
  })

  test('an outage is retried until it ends, and is known meanwhile', async () => {
    imap = await startImapServer()
    imap.behaviour.refuse = true
    const errors: unknown[] = []
    const mailbox = { url: imap.url, pollMs: 50 }
    instance = await openReplying(engine, {
      replies: { address: ADDRESS, listener: undefined, mailbox },
      onError: (error) => errors.push(error),
    })
    closing.push(instance.close, imap.close)
    await expect.poll(() => instance.handrail.isReplyMailboxAway()).toBe(true)
    const { id, email, invited } = await correspondence(instance)
    imap.add(mailOf({ From: email, To: invited.replyTo }))
    imap.behaviour.refuse = false
    await settles('Handrail', 1)
    expect(await messagesOf(instance, id)).toHaveLength(1)
    await expect.poll(() => instance.handrail.isReplyMailboxAway()).toBe(false)
    expect(errors).toMatchObject([{ code: 'unavailable', message: /^The mailbox for replies cannot be read: / }])
  })
})

/** A mail of parts within parts. */
function nested(depth: number): string {
  const level = (number: number) =>
    `--${'b'.repeat(number + 1)}\nContent-Type: multipart/mixed; boundary=${'b'.repeat(number + 2)}\n`
  return Array.from({ length: depth }, (_, number) => level(number)).join('\n')
}

test('a mailbox that cannot be used: the reason is given in words', async () => {
  const imap = await startImapServer()
  closing.push(imap.close)
  await expect(verifyMailbox(imap.url)).resolves.toBeUndefined()
  await expect(verifyMailbox(imap.url.replace('INBOX', 'Missing'))).rejects.toThrow('there is no folder Missing')
  imap.behaviour.password = true
  await expect(verifyMailbox(imap.url)).rejects.toThrow('the server rejected the user name or the password')
  await expect(verifyMailbox('imap://a:b@127.0.0.1:9')).rejects.toThrow('accepts no connections at this port')
  await expect(verifyMailbox('imaps://a:b@mail.invalid')).rejects.toThrow('its host name was not found')
})

test('of two processes on one PostgreSQL database, one reads the mailbox', async () => {
  const imap = await startImapServer()
  const replies = { address: ADDRESS, mailbox: { url: imap.url, pollMs: 50 } }
  const instance = await openReplying('postgres', { replies: { ...replies, listener: undefined } })
  const { database, files, clock } = instance
  const other = await createHandrail({ database, files, secret: SECRET, now: () => clock.now, replies })
  closing.push(other.close, instance.close, imap.close)
  const { id, email, invited } = await correspondence(instance)
  for (let number = 0; number < 10; number++) imap.add(mailOf({ From: email, To: invited.replyTo }))
  const moved = () => imap.folders.get('Handrail')?.length
  await expect.poll(moved, { interval: 20, timeout: 10_000 }).toBe(10)
  expect(await messagesOf(instance, id)).toHaveLength(10)
  expect(imap.commands.filter((command) => command === 'LOGIN')).toHaveLength(1)
})
