import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES } from '../../test/instance.ts'
import { correspondence, mailTo, messagesOf, openReplying, type Replying } from '../../test/replies.ts'
import { operations } from '../index.ts'

describe.each(ENGINES)('the senders of replies on %s', (engine) => {
  let instance: Replying
  beforeAll(async () => {
    instance = await openReplying(engine, { replies: { authserv: 'mx.example.com' } })
  })
  afterAll(() => instance.close())

  test('a mail of a contact from another address is kept, and marked for the team', async () => {
    const { id, invited } = await correspondence(instance)
    await instance.deliver({ from: 'Pia <Private@Example.net>', to: invited.replyTo, text: 'From my phone' })
    expect(await messagesOf(instance, id)).toMatchObject([
      { body: 'From my phone', author_name: 'Pia Roth', sender_email: 'private@example.net' },
    ])
  })

  test('a mail to the address of a member is accepted from the address of that member alone', async () => {
    const { id, email, member, invited } = await correspondence(instance)
    await instance.deliver({ from: email, to: invited.replyTo, text: 'Hello?' })
    const { replyTo: to } = await mailTo(instance, member.email)
    const both = `${member.email}, eve@example.com`
    for (const from of ['eve@example.com', email, both])
      expect(await instance.deliver({ from, to, text: 'Send the money here.' })).toMatch(
        new RegExp(`^550 .*Only mail from the address of ${member.name}`),
      )
    expect(await messagesOf(instance, id)).toHaveLength(1)
    expect(await instance.deliver({ from: member.email.toUpperCase(), to, text: 'Hello.' })).toMatch(/^250 /)
    expect(await messagesOf(instance, id)).toMatchObject([{ kind: 'answer', body: 'Hello.' }, {}])
  })

  const TRUSTED = 'mx.example.com; spf=pass smtp.mailfrom=example.com'
  test.each([
    ['fails', [`${TRUSTED}; dmarc=fail (p=reject) header.from=example.com`], 550],
    ['passes', [`${TRUSTED}; dmarc=pass header.from=example.com`], 250],
    ['fails in the topmost header, above a forged one', [`${TRUSTED}; dmarc=fail`, `${TRUSTED}; dmarc=pass`], 550],
    ['fails in a forged header, below that of the server', [`${TRUSTED}; dmarc=pass`, `${TRUSTED}; dmarc=fail`], 250],
    ['fails at another server', ['mx.example.com.evil.example; dmarc=fail'], 250],
    ['fails in a comment', ['mx.example.com (dmarc=fail); spf=pass'], 250],
    ['is unknown', [], 250],
  ])('a mail whose DMARC result %s', async (_, results, code) => {
    const { email, invited } = await correspondence(instance)
    // nodemailer writes the values of one header in their order.
    const headers = { 'Authentication-Results': results }
    const answer = await instance.deliver({ from: email, to: invited.replyTo, text: 'Hello', headers })
    expect(answer).toMatch(new RegExp(`^${code} `))
  })

  test.each<[string, Record<string, string>, string?]>([
    ['Auto-Submitted', { 'Auto-Submitted': 'auto-replied' }],
    ['Precedence', { Precedence: 'bulk' }],
    ['X-Auto-Response-Suppress', { 'X-Auto-Response-Suppress': 'All' }],
    ['List-Id', { 'List-Id': '<news.example.com>' }],
    ['an empty Return-Path', { 'Return-Path': '<>' }],
    ['an empty sender of the envelope', {}, ''],
  ])('an automatic mail, known by %s, is dropped', async (_, headers, sender) => {
    const { id, email, invited } = await correspondence(instance)
    const envelope = sender === undefined ? undefined : { envelope: { from: sender, to: invited.replyTo } }
    const mail = { from: email, to: invited.replyTo, text: 'I am on holiday', headers, ...envelope }
    expect(await instance.deliver(mail)).toMatch(/^250 /)
    expect(await messagesOf(instance, id)).toEqual([])
  })

  test('a mail marked as sent by a person is kept, and a mail of ours that comes back is not', async () => {
    const { id, email, invited } = await correspondence(instance)
    const mail = { from: email, to: invited.replyTo, text: 'Hello' }
    await instance.deliver({ ...mail, headers: { 'Auto-Submitted': 'no' } })
    expect(await messagesOf(instance, id)).toHaveLength(1)
    const { data } = await instance.acme.invoke(operations.listEmails, { enrollment_id: id })
    const ours = data.find(({ kind }) => kind === 'invitation')
    await instance.deliver({ ...mail, messageId: `<${ours?.id}@handrail.example>` })
    expect(await messagesOf(instance, id)).toHaveLength(1)
  })

  test('a mail is stored once, however often and wherever it is delivered', async () => {
    const { id, email, invited } = await correspondence(instance)
    const mail = { from: email, to: invited.replyTo, text: 'Once', messageId: '<once@example.com>' }
    const answers = await Promise.all([instance.deliver(mail), instance.deliver(mail), instance.deliver(mail)])
    for (const answer of answers) expect(answer).toMatch(/^250 /)
    expect(await messagesOf(instance, id)).toHaveLength(1)
    await instance.deliver({ ...mail, messageId: '<other@example.com>' })
    expect(await messagesOf(instance, id)).toHaveLength(2)
  })

  test('more messages than a person writes in an hour are put off', async () => {
    const { id, email, invited } = await correspondence(instance)
    const answers: string[] = []
    for (let number = 0; number < 22; number++)
      answers.push(await instance.deliver({ from: email, to: invited.replyTo, text: `Message ${number}` }))
    expect(answers.filter((answer) => answer.startsWith('451 '))).toHaveLength(2)
    expect(await messagesOf(instance, id)).toHaveLength(20)
  })
})
