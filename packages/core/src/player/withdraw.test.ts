import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../test/instance.ts'
import { type Bound, operations } from '../index.ts'

const {
  completeOwnStep,
  createContact,
  createEnrollment,
  createGuide,
  createParticipant,
  inviteParticipant,
  listParticipants,
  openOwnGuide,
  publishGuide,
  readOwnGuide,
  withdrawInvitation,
} = operations

describe.each(ENGINES)('invitations of colleagues on %s', (engine) => {
  let instance: Instance
  let guide_id: string
  let role_id: string
  let step_id: string
  let people = 0
  beforeAll(async () => {
    instance = await openInstance(engine)
    const { data } = await instance.acme.invoke(createGuide, {
      title: 'Go live',
      roles: [{ name: 'IT' }],
      sections: [{ title: 'One', steps: [{ title: 'Read' }] }],
    })
    await instance.acme.invoke(publishGuide, { id: data.id })
    guide_id = data.id
    role_id = data.roles[0]?.id ?? ''
    step_id = data.sections[0]?.steps[0]?.id ?? ''
  })
  afterAll(() => instance.close())

  const address = () => `w${++people}@example.com`
  async function enroll() {
    const { acme, handrail } = instance
    const { data: contact } = await acme.invoke(createContact, { email: address(), first_name: 'Ingrid' })
    const { data } = await acme.invoke(createEnrollment, { contact_id: contact.id, guide_id })
    return { id: data.id, primary: await handrail.asContact(data.access_token ?? '') }
  }
  const view = async (who: Bound) => (await who.invoke(readOwnGuide, {})).data.view
  const follow = async (id: string, participant_id: string | null) => {
    const { data } = await instance.acme.invoke(listParticipants, { id })
    return instance.handrail.asContact(data.find((one) => one.id === participant_id)?.access_token ?? '')
  }
  const refused = (codes: object) => expect.objectContaining({ code: 'validation_error', codes })

  test('pass an own role or step on at once, and nothing is invited where that is refused', async () => {
    const { id, primary } = await enroll()
    const invite = (passes_on: object) =>
      primary.invoke(inviteParticipant, { email: address(), first_name: 'Tom', passes_on })
    const { data: tom } = await invite({ role_id })
    expect(tom).toMatchObject({ role_id, can_withdraw: true })
    expect((await view(primary))?.passed_roles).toMatchObject([{ role_id, participant_id: tom.participant_id }])
    await expect(invite({ role_id })).rejects.toEqual(refused({ role_id: 'does_not_exist' }))
    await expect(invite({ role_id, step_id })).rejects.toEqual(refused({ step_id: 'not_together' }))
    expect((await instance.acme.invoke(listParticipants, { id })).data).toHaveLength(1)
    const { data: ann } = await invite({ step_id })
    expect((await view(primary))?.passed_steps).toMatchObject([{ step_id, participant_id: ann.participant_id }])
    expect((await view(await follow(id, ann.participant_id)))?.invited_by).toBe('Ingrid')
  })

  test('are withdrawn by whoever invited, until the colleague has started', async () => {
    const { id, primary } = await enroll()
    const { data: added } = await instance.acme.invoke(createParticipant, {
      id,
      email: address(),
      first_name: 'Yuki',
      role_id,
    })
    const yuki = await follow(id, added.id)
    expect((await view(yuki))?.invited_by).toBeNull()
    const invited = await yuki.invoke(inviteParticipant, {
      email: address(),
      first_name: 'Tom',
      passes_on: { role_id },
    })
    const { participant_id } = invited.data
    const asTom = await follow(id, participant_id)
    const place = { participant_id: participant_id ?? '' }
    await expect(primary.invoke(withdrawInvitation, place)).rejects.toEqual(
      refused({ participant_id: 'does_not_exist' }),
    )
    await yuki.invoke(withdrawInvitation, place)
    expect((await asTom.invoke(readOwnGuide, {})).data).toMatchObject({ link: { state: 'removed' }, view: null })
    const yours = (await view(yuki))?.participants.find(({ is_you }) => is_you)
    expect(yours?.role_id).toBe(role_id)

    const again = await yuki.invoke(inviteParticipant, { email: address(), first_name: 'Tom' })
    const begun = { participant_id: again.data.participant_id ?? '' }
    await (await follow(id, begun.participant_id)).invoke(openOwnGuide, {})
    await expect(yuki.invoke(withdrawInvitation, begun)).rejects.toEqual(refused({ participant_id: 'wrong_state' }))
  })

  test('completed steps name whose they are, with the time, also without participants', async () => {
    const { primary } = await enroll()
    await primary.invoke(completeOwnStep, { step_id })
    expect((await view(primary))?.completions).toMatchObject([
      { step_id, by: 'primary', participant_id: null, completed_at: expect.any(String) },
    ])
  })
})
