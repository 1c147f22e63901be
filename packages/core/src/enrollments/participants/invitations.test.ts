import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, eventsOf, type Instance, openInstance, publishedGuide } from '../../../test/instance.ts'
import { addMember } from '../../../test/people.ts'
import { type Bound, operations } from '../../index.ts'

const {
  askQuestion,
  createApiKey,
  createContact,
  createEnrollment,
  createOrganisation,
  createParticipant,
  deleteContact,
  getContact,
  getEmail,
  getEnrollment,
  inviteParticipant,
  listEmails,
  listOwnMessages,
  listOwnParticipants,
  listParticipants,
  openOwnGuide,
  readOwnGuide,
  sendParticipantReminder,
} = operations

describe.each(ENGINES)('invitations by persons of the customer on %s', (engine) => {
  let instance: Instance
  let acme: Bound
  let guide_id: string
  let [east, west] = ['', '']
  let people = 0
  beforeAll(async () => {
    instance = await openInstance(engine)
    acme = instance.acme
    guide_id = (await publishedGuide(acme)).id
    east = (await acme.invoke(createOrganisation, { name: 'East' })).data.id
    west = (await acme.invoke(createOrganisation, { name: 'West' })).data.id
  })
  afterAll(() => instance.close())

  const address = () => `in${++people}@example.com`
  const follow = (token: string | null) => instance.handrail.asContact(token ?? '')
  async function contact(organisation_id: string | null) {
    const fields = { email: address(), first_name: 'Secret', last_name: 'Realname', organisation_id }
    return (await acme.invoke(createContact, fields)).data
  }
  /** Pia of East, and what she sees of the others. */
  async function enrolled() {
    const fields = { email: address(), first_name: 'Pia', organisation_id: east }
    const { id: contact_id } = (await acme.invoke(createContact, fields)).data
    const { data } = await acme.invoke(createEnrollment, { contact_id, guide_id })
    const as = await follow(data.access_token)
    const named = async () => (await as.invoke(listOwnParticipants, {})).data.map((one) => one.first_name)
    const invite = (email: string) => as.invoke(inviteParticipant, { email, first_name: 'Tom', last_name: 'Typed' })
    const participant = async (email: string) =>
      (await acme.invoke(listParticipants, { id: data.id })).data.find((one) => one.email === email)
    return { id: data.id, contact_id, as, named, invite, participant }
  }

  test.each([
    ['no contact has the address', () => address()],
    ['it is of a contact of the same organisation', async () => (await contact(east)).email],
    ['it is of a contact of another organisation', async () => (await contact(west)).email],
    ['it is of a contact without organisation', async () => (await contact(null)).email],
    ['it is of a member of the team', async () => (await addMember(instance, address(), 'viewer')).email],
    [
      'it is of a contact who is a member of the team',
      async () => (await addMember(instance, (await contact(null)).email, 'viewer')).email,
    ],
  ])('answer with the name that was given, also in the mail, until the invited acts: %s', async (_, made) => {
    const email = await made()
    const { id, named, invite, participant } = await enrolled()
    const { data } = await invite(email)
    expect(data).toEqual({
      participant_id: expect.any(String),
      first_name: 'Tom',
      last_name: 'Typed',
      role_id: null,
      is_you: false,
      is_primary: false,
      has_started: false,
      can_withdraw: true,
    })
    expect(await named()).toEqual(['Pia', 'Tom'])
    await acme.invoke(sendParticipantReminder, { id, participant_id: data.participant_id ?? '' })
    const mails = (await acme.invoke(listEmails, { enrollment_id: id })).data
    expect(mails).toHaveLength(2)
    for (const mail of mails) {
      const sent = JSON.stringify((await acme.invoke(getEmail, { id: mail.id })).data)
      expect(sent).toContain('Tom')
      expect(sent).not.toMatch(/Secret|Realname/)
    }
    const own = await follow((await participant(email))?.access_token ?? '')
    await own.invoke(openOwnGuide, {})
    const { first_name } = (await participant(email)) ?? {}
    expect(first_name).toMatch(/^(Tom|Secret)$/)
    expect(await named()).toEqual(['Pia', first_name])
  })

  test('name the invited as the inviter did on the own page, and in a question before the first action', async () => {
    const { email } = await contact(west)
    const { as, invite, participant } = await enrolled()
    await invite(email)
    const own = await follow((await participant(email))?.access_token ?? '')
    expect((await own.invoke(readOwnGuide, {})).data.view?.first_name).toBe('Tom')
    await own.invoke(askQuestion, { body: 'What is this?' })
    const thread = (await as.invoke(listOwnMessages, {})).data
    expect(thread.map(({ author_name }) => author_name)).toEqual(['Tom Typed'])
  })

  test('tell the team the name of the contact', async () => {
    const { email } = await contact(west)
    const { invite, participant } = await enrolled()
    await invite(email)
    expect(await participant(email)).toMatchObject({ first_name: 'Secret', invited_by: 'contact' })
    const added = (await eventsOf(instance, acme)).filter(({ type }) => type === 'participant.added').at(-1)
    expect(added?.data).toMatchObject({ participant: { first_name: 'Secret', email } })
  })

  test('are refused after twenty attempts in an hour, whatever the answers were', async () => {
    const { contact_id, invite } = await enrolled()
    const { email: own } = (await acme.invoke(getContact, { id: contact_id })).data
    for (let number = 0; number < 20; number++)
      await expect(invite(own)).rejects.toMatchObject({ codes: { email: 'taken' } })
    for (const email of [own, address()])
      await expect(invite(email)).rejects.toMatchObject({ code: 'rate_limited', reason: 'too_many_attempts' })
  })

  test('do not make the invited succeed the primary contact before it acts, nor one of another organisation', async () => {
    const [idle, foreign, active] = [(await contact(east)).email, (await contact(west)).email, address()]
    const { id, contact_id, invite, participant } = await enrolled()
    for (const email of [idle, foreign, active]) await invite(email)
    for (const email of [foreign, active])
      await (await follow((await participant(email))?.access_token ?? '')).invoke(openOwnGuide, {})
    const successor = (await participant(active))?.contact_id
    await acme.invoke(deleteContact, { id: contact_id })
    const { data } = await acme.invoke(getEnrollment, { id })
    expect(data).toMatchObject({ contact_id: successor, organisation_id: east, participants_count: 2 })
  })

  test('of a member say more, which requires the right to read contacts', async () => {
    const { id } = await enrolled()
    const { email } = await contact(west)
    const given = { id, email, first_name: 'Tom' }
    await expect(acme.invoke(createParticipant, given)).rejects.toMatchObject({ codes: { email: 'wrong_state' } })
    const { email: near } = await contact(east)
    expect((await acme.invoke(createParticipant, { ...given, email: near })).data).toMatchObject({
      first_name: 'Secret',
    })
    const scopes = ['contacts:write', 'enrollments:write'] as const
    const { token } = (await acme.invoke(createApiKey, { name: 'Writer', scopes: [...scopes] })).data
    const writer = await instance.handrail.asToken(token)
    for (const one of [email, near, address()])
      await expect(writer.invoke(createParticipant, { ...given, email: one })).rejects.toMatchObject({
        code: 'insufficient_scope',
      })
  })
})
