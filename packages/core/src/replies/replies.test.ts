import { afterEach, describe, expect, test } from 'vitest'
import { ENGINES, eventsOf } from '../../test/instance.ts'
import { enroll } from '../../test/mail.ts'
import { addMember } from '../../test/people.ts'
import { openReplying, REPLY_DOMAIN, type Replying } from '../../test/replies.ts'
import { operations } from '../index.ts'

const { getEnrollment, listMessages, listOwnMessages, updateEnrollment } = operations

describe.each(ENGINES)('replies by mail on %s', (engine) => {
  let instance: Replying
  afterEach(() => instance.close())

  const open = async (options?: Parameters<typeof openReplying>[1]) => {
    instance = await openReplying(engine, options)
  }
  /** The newest mail to an address, once it has arrived. */
  async function mailTo(address: string, count = 1) {
    const sent = () => instance.server.arrived.filter(({ recipients }) => recipients.includes(address))
    await expect.poll(() => sent().length, { interval: 10 }).toBe(count)
    const mail = sent().at(-1)
    return { ...mail, replyTo: mail?.replyTo?.[0]?.address ?? '' }
  }
  const messagesOf = async (id: string) => (await instance.acme.invoke(listMessages, { id })).data

  /** An enrollment with an assignee, and the reply addresses of both. */
  async function correspondence() {
    const member = await addMember(instance, 'jonas@acme.example', 'editor')
    const enrolled = await enroll(instance.acme, { send_invitation: true })
    await instance.acme.invoke(updateEnrollment, { id: enrolled.id, assignee_id: member.id })
    const { email } = enrolled.contact
    return { ...enrolled, email, member, invited: await mailTo(email) }
  }

  test('a contact and a member write to each other by mail alone', async () => {
    await open()
    const { id, email, member, invited, access_token } = await correspondence()
    expect(invited.replyTo).toMatch(new RegExp(`^reply\\+[a-z2-7]{26}@${REPLY_DOMAIN}$`))
    expect(invited.text).toContain('You can reply to this mail.')
    const question = { from: email, to: invited.replyTo, subject: 'Re: a guide', text: 'Where is the tax number?' }
    expect(await instance.deliver(question)).toMatch(/^250 /)
    const asked = await mailTo(member.email)
    expect(asked.text).toContain('> Where is the tax number?')
    expect(asked.text).toContain('A reply to this mail is sent to the customer as your answer.')
    expect(asked.replyTo).not.toBe(invited.replyTo)
    const quote = 'On 20 Nov 2026 at 12:00, Acme <no-reply@handrail.example> wrote:\n> Where is the tax number?'
    const answer = { from: `Jonas <${member.email}>`, to: asked.replyTo, text: `Top right.\n\n${quote}` }
    expect(await instance.deliver(answer)).toMatch(/^250 /)
    const answered = await mailTo(email, 2)
    expect(answered.text).toContain('> Top right.\n> – jonas')
    expect(await instance.deliver({ ...question, to: answered.replyTo, text: 'Found it, thanks!' })).toMatch(/^250 /)
    const thread = await messagesOf(id)
    expect(thread).toMatchObject([
      { kind: 'question', body: 'Found it, thanks!', by_mail: true, sender_email: null, user_id: null },
      { kind: 'answer', body: 'Top right.', by_mail: true, author_name: 'jonas', user_id: member.id },
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
})
