import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { ENGINES, eventsOf } from '../../test/instance.ts'
import { enroll, FROM, openMailing } from '../../test/mail.ts'
import { correspondence, mailTo, messagesOf, openReplying, REPLY_DOMAIN, type Replying } from '../../test/replies.ts'
import { newToken } from '../enrollments/token/token.ts'
import { operations } from '../index.ts'
import { markOf, replyAddressOf } from './address.ts'

const { askQuestion, changeMemberRole, deleteContact, deleteEnrollment, getEnrollment, listOwnMessages, removeMember } =
  operations

describe.each(ENGINES)('replies by mail on %s', (engine) => {
  let instance: Replying
  afterEach(() => instance.close())

  const open = async (options?: Parameters<typeof openReplying>[1]) => {
    instance = await openReplying(engine, options)
  }

  test('a contact and a member write to each other by mail alone', async () => {
    await open()
    const { id, email, member, invited, access_token } = await correspondence(instance)
    expect(invited.replyTo).toMatch(new RegExp(`^reply\\+[a-z2-7]{26}@${REPLY_DOMAIN}$`))
    expect(invited.text).toContain('You can reply to this mail.')
    const question = { from: email, to: invited.replyTo, subject: 'Re: a guide', text: 'Where is the tax number?' }
    expect(await instance.deliver(question)).toMatch(/^250 /)
    const asked = await mailTo(instance, member.email)
    expect(asked.text).toContain('> Where is the tax number?')
    expect(asked.text).toContain('A reply to this mail is sent to the customer as your answer.')
    expect(asked.replyTo).not.toBe(invited.replyTo)
    const quote = 'On 20 Nov 2026 at 12:00, Acme <no-reply@handrail.example> wrote:\n> Where is the tax number?'
    const answer = { from: `Jonas <${member.email}>`, to: asked.replyTo, text: `Top right.\n\n${quote}` }
    expect(await instance.deliver(answer)).toMatch(/^250 /)
    const answered = await mailTo(instance, email, 2)
    expect(answered.text).toContain(`> Top right.\n> – ${member.name}`)
    expect(await instance.deliver({ ...question, to: answered.replyTo, text: 'Found it, thanks!' })).toMatch(/^250 /)
    const thread = await messagesOf(instance, id)
    expect(thread).toMatchObject([
      { kind: 'question', body: 'Found it, thanks!', by_mail: true, sender_email: null, user_id: null },
      { kind: 'answer', body: 'Top right.', by_mail: true, author_name: member.name, user_id: member.id },
      { kind: 'question', body: 'Where is the tax number?', by_mail: true, author_name: 'Pia Roth' },
    ])
    expect(thread.map(({ read_at }) => read_at !== null)).toEqual([false, true, true])
    expect((await instance.acme.invoke(getEnrollment, { id })).data).toMatchObject({ unread_messages_count: 1 })
    const own = (await (await instance.handrail.asContact(access_token)).invoke(listOwnMessages, {})).data
    expect(own.map(({ body, by_mail, files }) => ({ body, by_mail, files }))).toEqual([
      { body: 'Where is the tax number?', by_mail: true, files: [] },
      { body: 'Top right.', by_mail: true, files: [] },
      { body: 'Found it, thanks!', by_mail: true, files: [] },
    ])
    const events = (await eventsOf(instance, instance.acme)).filter(({ type }) => type === 'message.created')
    expect(events.map(({ data }) => data.message)).toMatchObject([
      { body: 'Where is the tax number?', by_mail: true },
      { body: 'Top right.' },
      { body: 'Found it, thanks!' },
    ])
  })

  test('without the reception of replies, mail names no address for them', async () => {
    const plain = await openMailing(engine)
    const { contact } = await enroll(plain.acme, { send_invitation: true })
    const { replyTo, text } = await mailTo(plain, contact.email)
    expect({ replyTo, hint: text.includes('You can reply') }).toEqual({ replyTo: '', hint: false })
    expect(plain.server.senders).toEqual([FROM.slice(FROM.indexOf('<') + 1, -1)])
    await plain.close()
    await open()
  })

  test('an address ends with the enrollment, its contact, its link, and the right of a member to answer', async () => {
    await open()
    const { handrail, acme } = instance
    const reply = (to: string) => instance.deliver({ from: 'pia@example.com', to, text: 'Hello' })
    const unknown = /^550 .*There is no such address/
    expect(await reply(`reply+${'a'.repeat(26)}@${REPLY_DOMAIN}`)).toMatch(unknown)
    expect(await reply(`reply@${REPLY_DOMAIN}`)).toMatch(unknown)
    const [first, second, third] = [
      await correspondence(instance),
      await correspondence(instance),
      await correspondence(instance),
    ]
    // Mail servers can change the case of addresses.
    expect(await reply(first.invited.replyTo.toUpperCase())).toMatch(/^250 /)
    const asked = await mailTo(instance, first.member.email)
    await acme.invoke(deleteEnrollment, { id: first.id })
    await acme.invoke(deleteContact, { id: second.contact.id })
    for (const { invited } of [first, second]) expect(await reply(invited.replyTo)).toMatch(unknown)
    expect(await reply(asked.replyTo)).toMatch(unknown)
    await (await handrail.asContact(third.access_token)).invoke(askQuestion, { body: 'Where?' })
    const toMember = (await mailTo(instance, third.member.email)).replyTo
    await acme.invoke(changeMemberRole, { user_id: third.member.id, role: 'viewer' })
    expect(await reply(toMember)).toMatch(unknown)
    await acme.invoke(removeMember, { user_id: third.member.id })
    expect(await reply(toMember)).toMatch(unknown)
    expect(await reply(third.invited.replyTo)).toMatch(/^250 /)
    await handrail.database.write(async ({ db, tables: { enrollments } }) => {
      await db.update(enrollments).set(newToken(acme.context.sealer)).where(eq(enrollments.id, third.id))
    })
    expect(await reply(third.invited.replyTo)).toMatch(unknown)
  })

  test('the address for reports about a mail is that for replies with a mark of the mail', async () => {
    await open()
    const { email, invited } = await correspondence(instance)
    const { data } = await instance.acme.invoke(operations.listEmails, {})
    const [{ id = '' } = {}] = data.filter(({ recipient }) => recipient === email)
    const token = invited.replyTo.slice('reply+'.length, -`@${REPLY_DOMAIN}`.length)
    expect(instance.server.senders).toEqual([replyAddressOf(`reply@${REPLY_DOMAIN}`, token, markOf(id))])
    expect(instance.server.senders[0]?.split('@')[0]?.length).toBeLessThanOrEqual(64)
  })
})
