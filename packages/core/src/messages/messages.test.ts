import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, eventsOf, type Instance, openInstance, publishedGuide } from '../../test/instance.ts'
import { addMember } from '../../test/people.ts'
import { type Bound, operations } from '../index.ts'

const {
  answerMessage,
  askQuestion,
  createContact,
  createEnrollment,
  deleteContact,
  getEnrollment,
  listMessages,
  listOwnMessages,
  markAnswersSeen,
  markMessagesRead,
  readOwnGuide,
  requestNewLink,
  updateEnrollment,
} = operations

describe.each(ENGINES)('questions and answers on %s', (engine) => {
  let instance: Instance
  let member: Bound
  let guide: Awaited<ReturnType<typeof publishedGuide>>
  let people = 0
  beforeAll(async () => {
    instance = await openInstance(engine)
    guide = await publishedGuide(instance.acme)
    const { id } = await addMember(instance, 'jonas@example.com', 'editor')
    member = await instance.handrail.asMember(instance.acme.context.caller.workspace_id, id)
  })
  afterAll(() => instance.close())

  async function enrolled() {
    const email = `p${++people}@example.com`
    const { data: contact } = await instance.acme.invoke(createContact, { email, first_name: 'Pia', last_name: 'Roth' })
    const { data } = await instance.acme.invoke(createEnrollment, { contact_id: contact.id, guide_id: guide.id })
    return { id: data.id, contact_id: contact.id, me: await instance.handrail.asContact(data.access_token) }
  }
  const told = async (type: string) =>
    (await eventsOf(instance, instance.acme)).filter((event) => event.type === type).map(({ data }) => data)
  const step_id = () => guide.sections[0]?.steps[0]?.id ?? ''

  test('a contact asks, a member answers, and both read the messages', async () => {
    const { id, me } = await enrolled()
    await me.invoke(askQuestion, { body: ' Where is the tax number? ', step_id: step_id() })
    await me.invoke(askQuestion, { reason: 'no_access', step_id: step_id() })
    const unread = await instance.acme.invoke(getEnrollment, { id })
    expect(unread.data).toMatchObject({ messages_count: 2, unread_messages_count: 2 })
    const { data: answer } = await member.invoke(answerMessage, { id, body: 'Top right.' })
    expect(answer).toMatchObject({ kind: 'answer', author_name: 'jonas', user_id: member.context.caller.id })
    const { data: thread } = await me.invoke(listOwnMessages, {})
    expect(thread).toMatchObject([
      { kind: 'question', body: 'Where is the tax number?', author_name: 'Pia Roth', step_id: step_id() },
      { kind: 'stuck', reason: 'no_access', body: '' },
      { kind: 'answer', body: 'Top right.', author_name: 'jonas', step_id: null },
    ])
    expect(JSON.stringify(thread)).not.toContain('user_id')
    const { data: listed } = await instance.acme.invoke(listMessages, { id })
    expect(listed.map(({ id: message }) => message)).toEqual(thread.map(({ id: message }) => message).reverse())
    expect(listed.every(({ read_at }) => read_at !== null)).toBe(true)
    const read = await instance.acme.invoke(getEnrollment, { id })
    expect(read.data).toMatchObject({ messages_count: 3, unread_messages_count: 0 })
    const events = (await told('message.created')).filter((data) => data.id === id)
    expect(events.map(({ message }) => message)).toEqual(thread)
  })

  test('messages can be marked as read without an answer; programs answer as the workspace', async () => {
    const { id, me } = await enrolled()
    await me.invoke(askQuestion, { body: 'Hello?' })
    await member.invoke(markMessagesRead, { id })
    expect((await instance.acme.invoke(getEnrollment, { id })).data.unread_messages_count).toBe(0)
    const { data } = await instance.acme.invoke(answerMessage, { id, body: 'Hello.' })
    expect(data).toMatchObject({ author_name: 'Acme', user_id: null })
  })

  test('an answer is new to its contact until it was shown, and members see when', async () => {
    const { id, me } = await enrolled()
    const unseen = async () => (await me.invoke(readOwnGuide, {})).data.link.unseen_answers
    const seenAt = async () => (await instance.acme.invoke(listMessages, { id })).data.map(({ seen_at }) => seen_at)
    await me.invoke(askQuestion, { body: 'Where?' })
    expect(await unseen()).toBe(0)
    const { data: first } = await member.invoke(answerMessage, { id, body: 'Top right.' })
    instance.clock.now = new Date(instance.clock.now.getTime() + 1000)
    await member.invoke(answerMessage, { id, body: 'In the menu.' })
    await me.invoke(listOwnMessages, {})
    expect(await unseen()).toBe(2)
    // The second answer arrived while the first was read.
    await me.invoke(markAnswersSeen, { message_id: first.id })
    expect(await unseen()).toBe(1)
    expect(await seenAt()).toEqual([null, expect.any(String), null])
    await me.invoke(markAnswersSeen, {})
    expect(await unseen()).toBe(0)
    await member.invoke(answerMessage, { id, body: 'Found it?' })
    await me.invoke(askQuestion, { body: 'Yes.' })
    expect(await unseen()).toBe(0)
    const { me: other } = await enrolled()
    await expect(other.invoke(markAnswersSeen, { message_id: first.id })).rejects.toMatchObject({ code: 'not_found' })
    await expect(instance.acme.invoke(markAnswersSeen, {})).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('an invalid message is rejected with a reason', async () => {
    const { me } = await enrolled()
    await expect(me.invoke(askQuestion, { body: ' ' })).rejects.toMatchObject({ errors: { body: ["can't be blank"] } })
    await expect(me.invoke(askQuestion, { reason: 'unclear' })).rejects.toMatchObject({
      errors: { step_id: ["can't be blank"] },
    })
    const elsewhere = { body: 'Hi', step_id: guide.id }
    await expect(me.invoke(askQuestion, elsewhere)).rejects.toMatchObject({ errors: { step_id: [/not a step/] } })
    await expect(me.invoke(askQuestion, { body: 'x'.repeat(5001) })).rejects.toMatchObject({
      errors: { body: [/too long/] },
    })
  })

  test('messages are visible in their enrollment and workspace only', async () => {
    const [one, two] = [await enrolled(), await enrolled()]
    await one.me.invoke(askQuestion, { body: 'Mine' })
    expect((await two.me.invoke(listOwnMessages, {})).data).toEqual([])
    for (const operation of [listMessages, markMessagesRead])
      await expect(instance.other.invoke(operation as never, { id: one.id } as never)).rejects.toMatchObject({
        code: 'not_found',
      })
    await expect(one.me.invoke(listMessages, { id: one.id })).rejects.toMatchObject({ code: 'forbidden' })
    await instance.acme.invoke(deleteContact, { id: one.contact_id })
    await expect(one.me.invoke(askQuestion, { body: 'Still here?' })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a contact can send at most 20 messages an hour', async () => {
    const { me, id } = await enrolled()
    const sent = []
    for (let number = 0; number < 22; number++)
      sent.push(
        me.invoke(askQuestion, { body: `Question ${number}` }).then(
          () => 'sent',
          (error) => error.code,
        ),
      )
    expect((await Promise.all(sent)).filter((outcome) => outcome === 'rate_limited')).toHaveLength(2)
    expect((await instance.acme.invoke(getEnrollment, { id })).data.messages_count).toBe(20)
  })

  test('a new link is requested once per expiry, and the request is resolved by re-opening', async () => {
    const { id, me } = await enrolled()
    await expect(me.invoke(requestNewLink, {})).rejects.toMatchObject({ errors: { status: [/still works/] } })
    await instance.acme.invoke(updateEnrollment, { id, status: 'expired' })
    const asked = await Promise.all([me.invoke(requestNewLink, {}), me.invoke(requestNewLink, {})])
    const { data } = await instance.acme.invoke(getEnrollment, { id })
    for (const { data: answer } of asked) expect(data.link_requested_at).toBe(answer.link_requested_at)
    expect((await told('link.requested')).map((event) => event.id)).toEqual([id])
    await me.invoke(askQuestion, { body: 'Please open it again.' })
    await instance.acme.invoke(updateEnrollment, { id, status: 'in_progress' })
    expect((await instance.acme.invoke(getEnrollment, { id })).data.link_requested_at).toBeNull()
    await instance.acme.invoke(updateEnrollment, { id, status: 'expired' })
    await me.invoke(requestNewLink, {})
    expect(await told('link.requested')).toHaveLength(2)
  })
})
