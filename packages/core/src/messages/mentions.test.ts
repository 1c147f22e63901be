import { afterEach, describe, expect, test } from 'vitest'
import { ENGINES, publishedGuide } from '../../test/instance.ts'
import { enroll, type Mailing, openMailing } from '../../test/mail.ts'
import { operations } from '../index.ts'

const { answerMessage, askQuestion, createParticipant, deleteParticipant } = operations

describe.each(ENGINES)('mentions in answers on %s', (engine) => {
  let instance: Mailing
  afterEach(() => instance.close())

  test('mail the answer to each person once, beside the one who asked', async () => {
    instance = await openMailing(engine)
    const { acme, handrail, server } = instance
    const guide = await publishedGuide(acme)
    const { id, contact } = await enroll(acme, { guide_id: guide.id })
    const add = async (first_name: string) =>
      (await acme.invoke(createParticipant, { id, email: `${first_name}@example.com`, first_name })).data
    const [tom, yuki] = [await add('tom'), await add('yuki')]
    await (await handrail.asContact(tom.access_token ?? '')).invoke(askQuestion, { body: 'Who pays?' })
    const recipients = async (count: number) => {
      await expect.poll(() => server.arrived.length, { interval: 10 }).toBe(count)
      return server.arrived.flatMap((mail) => mail.recipients).toSorted()
    }
    const before = server.arrived.length
    const mentions = [yuki.contact_id, contact.id, yuki.contact_id, tom.contact_id]
    await acme.invoke(answerMessage, { id, body: 'You, I think.', mentions })
    expect(await recipients(before + 3)).toEqual([contact.email, 'tom@example.com', 'yuki@example.com'].toSorted())
    await acme.invoke(deleteParticipant, { id, participant_id: yuki.id })
    await expect(
      acme.invoke(answerMessage, { id, body: 'And you?', mentions: [contact.id, yuki.contact_id] }),
    ).rejects.toMatchObject({ codes: { 'mentions.1': 'does_not_exist' } })
  })
})
