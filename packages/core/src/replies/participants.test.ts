import { afterEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../test/instance.ts'
import { correspondence, mailTo, messagesOf, openReplying, type Replying } from '../../test/replies.ts'
import { operations } from '../index.ts'

const { createContact, createParticipant, deleteParticipant, inviteParticipant } = operations

describe.each(ENGINES)('mail to a participant on %s', (engine) => {
  let instance: Replying
  afterEach(() => instance.close())

  test('has the own link, and is replied to as the participant, until the participant is removed', async () => {
    instance = await openReplying(engine)
    const { id, email, member, invited, url } = await correspondence(instance)
    const given = { id, email: 'tom@example.com', first_name: 'Tom', last_name: 'Berg', send_invitation: true }
    const { data: participant } = await instance.acme.invoke(createParticipant, given)
    const mail = await mailTo(instance, 'tom@example.com')
    expect(mail.text).toContain(participant.url)
    expect(mail.text).not.toContain(url)
    expect(mail.replyTo).not.toBe(invited.replyTo)
    const question = { from: 'tom@example.com', to: mail.replyTo, subject: 'Re: a guide', text: 'Which port?' }
    expect(await instance.deliver(question)).toMatch(/^250 /)
    expect((await messagesOf(instance, id))[0]).toMatchObject({
      author_name: 'Tom Berg',
      participant_id: participant.id,
      sender_email: null,
    })
    const asked = await mailTo(instance, member.email)
    expect(await instance.deliver({ from: member.email, to: asked.replyTo, text: '443' })).toMatch(/^250 /)
    const answered = await mailTo(instance, 'tom@example.com', 2)
    expect(answered.text).toContain(`${participant.url}/ask`)
    expect(instance.server.arrived.filter(({ recipients }) => recipients.includes(email))).toHaveLength(1)
    await instance.acme.invoke(deleteParticipant, { id, participant_id: participant.id })
    expect(await instance.deliver({ ...question, to: answered.replyTo })).toMatch(/^550 /)
    expect(await instance.deliver({ from: email, to: invited.replyTo, text: 'And me?' })).toMatch(/^250 /)
    expect((await messagesOf(instance, id))[0]).toMatchObject({ body: 'And me?', participant_id: null })
  })

  test('whom a colleague invited is kept under the name of the invitation', async () => {
    instance = await openReplying(engine)
    const { id, access_token } = await correspondence(instance)
    const email = 'known@example.com'
    await instance.acme.invoke(createContact, { email, first_name: 'Secret', last_name: 'Realname' })
    const inviter = await instance.handrail.asContact(access_token)
    await inviter.invoke(inviteParticipant, { email, first_name: 'Tom' })
    const { replyTo, ...mail } = await mailTo(instance, email)
    expect(JSON.stringify(mail)).not.toMatch(/Secret|Realname/)
    expect(await instance.deliver({ from: email, to: replyTo, text: 'Why me?' })).toMatch(/^250 /)
    expect((await messagesOf(instance, id))[0]).toMatchObject({ body: 'Why me?', author_name: 'Tom' })
  })
})
