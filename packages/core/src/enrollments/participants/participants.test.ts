import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, eventTypesOf, type Instance, openInstance, publishedGuide } from '../../../test/instance.ts'
import { addMember } from '../../../test/people.ts'
import { type Bound, operations } from '../../index.ts'

const {
  changeGuideDraft,
  completeOwnStep,
  createContact,
  createEnrollment,
  createGuide,
  createOrganisation,
  createParticipant,
  deleteParticipant,
  getEnrollment,
  getEnrollmentSteps,
  getGuide,
  getParticipant,
  inviteParticipant,
  listEmails,
  listEnrollments,
  listOwnParticipants,
  listParticipants,
  openOwnGuide,
  passOn,
  publishGuide,
  readOwnGuide,
  renewParticipantLink,
  takeBack,
  updateEnrollment,
  updateGuide,
  updateParticipant,
} = operations

describe.each(ENGINES)('participants on %s', (engine) => {
  let instance: Instance
  let acme: Bound
  let guide_id: string
  let roles: { id: string; name: string }[]
  let steps: string[]
  let people = 0
  beforeAll(async () => {
    instance = await openInstance(engine)
    acme = instance.acme
    const { data } = await acme.invoke(createGuide, {
      title: 'Go live',
      roles: [{ name: 'IT' }, { name: 'Finance' }],
      sections: [{ title: 'One', steps: [{ title: 'Connect' }, { title: 'Pay' }, { title: 'Read' }] }],
    })
    const [it] = data.roles
    const [connect] = data.sections[0]?.steps ?? []
    const change = { action: 'set_step' as const, id: connect?.id ?? '', responsible: it?.id ?? '' }
    await acme.invoke(changeGuideDraft, { id: data.id, changes: [change] })
    const published = (await acme.invoke(publishGuide, { id: data.id })).data
    guide_id = data.id
    roles = published.roles
    steps = published.sections[0]?.steps.map(({ id }) => id) ?? []
  })
  afterAll(() => instance.close())

  const address = () => `p${++people}@example.com`
  async function contact(organisation_id: string | null = null) {
    return (await acme.invoke(createContact, { email: address(), first_name: `P${people}`, organisation_id })).data
  }
  async function enroll(organisation_id: string | null = null) {
    const { id: contact_id } = await contact(organisation_id)
    return (await acme.invoke(createEnrollment, { contact_id, guide_id })).data
  }
  const add = async (id: string, given: object = {}) =>
    (await acme.invoke(createParticipant, { id, email: address(), first_name: 'Ann', ...given })).data
  const follow = (token: string | null) => instance.handrail.asContact(token ?? '')
  const link = async (bound: Bound) => (await bound.invoke(readOwnGuide, {})).data
  const countOf = async (id: string) => (await acme.invoke(getEnrollment, { id })).data.participants_count
  const refused = (codes: object) => expect.objectContaining({ code: 'validation_error', codes })

  test('have links of their own, by which what they did is known by person', async () => {
    const { id, access_token } = await enroll()
    const ann = await add(id, { first_name: 'Ann', last_name: 'Lee', role_id: roles[0]?.id })
    expect(ann).toMatchObject({ enrollment_id: id, first_name: 'Ann', invited_by: 'system', started_at: null })
    expect(ann.url).toBe(`https://handrail.example/g/${ann.access_token}`)
    expect(ann.access_token).not.toBe(access_token)
    const [primary, asAnn] = [await follow(access_token), await follow(ann.access_token)]
    await primary.invoke(completeOwnStep, { step_id: steps[1] ?? '' })
    await asAnn.invoke(completeOwnStep, { step_id: steps[0] ?? '' })
    const { completions } = (await acme.invoke(getEnrollmentSteps, { id })).data
    expect(completions).toMatchObject([
      { completed_by: `participant ${ann.id}`, participant_id: ann.id, participant_name: 'Ann Lee' },
      { completed_by: 'contact', participant_id: null, participant_name: null },
    ])
    const { view } = await link(asAnn)
    expect(view).toMatchObject({
      first_name: 'Ann',
      participant_id: ann.id,
      completions: [
        { step_id: steps[0], by: 'participant', participant_id: ann.id, participant_name: 'Ann Lee' },
        { step_id: steps[1], by: 'primary', participant_id: null, participant_name: null },
      ],
      guide: { roles, participants_may_invite: true },
    })
    expect(view?.guide.sections[0]?.steps.map(({ responsible }) => responsible)).toEqual([
      roles[0]?.id,
      'anyone',
      'anyone',
    ])
    expect((await acme.invoke(getParticipant, { id, participant_id: ann.id })).data).toMatchObject({
      started_at: expect.any(String),
      last_activity_at: expect.any(String),
    })
    expect(JSON.stringify(await link(primary))).not.toContain(ann.access_token ?? '')
  })

  test('are counted in the enrollment, listed, changed, and removed with a link that says so', async () => {
    const { id } = await enroll()
    const [ann, bob] = [await add(id), await add(id)]
    expect(await countOf(id)).toBe(2)
    expect((await acme.invoke(listParticipants, { id })).data.map((one) => one.id)).toEqual([bob.id, ann.id])
    const role_id = roles[1]?.id ?? null
    const place = { id, participant_id: ann.id }
    expect((await acme.invoke(updateParticipant, { ...place, role_id })).data.role_id).toBe(role_id)
    expect((await eventTypesOf(instance, acme)).at(-1)).toBe('enrollment.updated')
    await expect(acme.invoke(updateParticipant, { ...place, role_id: id })).rejects.toEqual(
      refused({ role_id: 'does_not_exist' }),
    )
    const renewed = (await acme.invoke(renewParticipantLink, place)).data
    await expect(follow(ann.access_token)).rejects.toMatchObject({ code: 'not_found' })
    const asAnn = await follow(renewed.access_token)
    expect((await link(asAnn)).link.state).toBe('open')
    await acme.invoke(deleteParticipant, place)
    expect(await link(asAnn)).toMatchObject({ link: { state: 'removed' }, view: null })
    await expect(asAnn.invoke(openOwnGuide, {})).rejects.toMatchObject({ code: 'not_found' })
    await expect(asAnn.invoke(listOwnParticipants, {})).rejects.toMatchObject({ code: 'not_found' })
    await expect(acme.invoke(getParticipant, place)).rejects.toMatchObject({ code: 'not_found' })
    expect(await countOf(id)).toBe(1)
    expect((await acme.invoke(createParticipant, { id, contact_id: ann.contact_id })).data.id).not.toBe(ann.id)
    const told = (await eventTypesOf(instance, acme)).filter((type) => type.startsWith('participant.')).slice(-4)
    expect(told).toEqual(['participant.added', 'participant.added', 'participant.removed', 'participant.added'])
  })

  test('are found by updated_since of their enrollments', async () => {
    const { id, updated_at } = await enroll()
    instance.clock.now = new Date(instance.clock.now.getTime() + 1000)
    await add(id)
    const { data } = await acme.invoke(listEnrollments, { updated_since: instance.clock.now.toISOString() })
    expect(data.find((one) => one.id === id)).toMatchObject({ participants_count: 1 })
    expect(data.find((one) => one.id === id)?.updated_at).not.toBe(updated_at)
  })

  test('are refused by field: who cannot take part, roles that do not exist, and enrollments that are not open', async () => {
    const [north, south] = [
      (await acme.invoke(createOrganisation, { name: 'North' })).data.id,
      (await acme.invoke(createOrganisation, { name: 'South' })).data.id,
    ]
    const { id, contact_id } = await enroll(north)
    const ann = await add(id)
    const foreign = await instance.other.invoke(createContact, { email: 'x@example.com', first_name: 'X' })
    const member = await addMember(instance, address(), 'viewer')
    const elsewhere = await contact(south)
    for (const [given, codes] of [
      [{ contact_id }, { contact_id: 'taken' }],
      [{ contact_id: ann.contact_id }, { contact_id: 'taken' }],
      [{ email: ann.email, first_name: 'Ann' }, { email: 'taken' }],
      [{ contact_id: foreign.data.id }, { contact_id: 'does_not_exist' }],
      [{ contact_id: elsewhere.id }, { contact_id: 'wrong_state' }],
      [{ email: member.email, first_name: 'M' }, { email: 'already_member' }],
      [{ email: address() }, { first_name: 'blank' }],
      [{}, { contact_id: 'blank' }],
      [{ email: address(), first_name: 'N', role_id: id }, { role_id: 'does_not_exist' }],
    ] as const)
      await expect(acme.invoke(createParticipant, { id, ...given })).rejects.toEqual(refused(codes))
    expect(await countOf(id)).toBe(1)
    await acme.invoke(updateEnrollment, { id, status: 'expired' })
    await expect(add(id)).rejects.toEqual(refused({ status: 'wrong_state' }))
    await expect(instance.other.invoke(listParticipants, { id })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('are 20 at most', async () => {
    const { id } = await enroll()
    for (let number = 0; number < 20; number++) await add(id)
    await expect(add(id)).rejects.toEqual(refused({ base: 'too_large' }))
    expect(await countOf(id)).toBe(20)
  })

  test('whose address is new are created in the organisation, which requires the right to create contacts', async () => {
    const organisation_id = (await acme.invoke(createOrganisation, { name: 'West' })).data.id
    const { id } = await enroll(organisation_id)
    const editor = await addMember(instance, address(), 'editor')
    const { workspace_id } = acme.context.caller
    const asEditor = await instance.handrail.asMember(workspace_id, editor.id)
    await expect(asEditor.invoke(createParticipant, { id, email: address(), first_name: 'N' })).rejects.toMatchObject({
      code: 'forbidden',
    })
    const { id: contact_id } = await contact()
    expect((await asEditor.invoke(createParticipant, { id, contact_id })).data.invited_by).toBe(`member ${editor.id}`)
    const viewer = await addMember(instance, address(), 'viewer')
    const { data } = await (await instance.handrail.asMember(workspace_id, viewer.id)).invoke(listParticipants, { id })
    expect(data[0]).toMatchObject({ access_token: null, url: null })
    const { contact_id: made } = await add(id)
    expect((await acme.invoke(operations.getContact, { id: made })).data.organisation_id).toBe(organisation_id)
  })

  test('invite colleagues in their own name, with the link of the colleague, at most five a day', async () => {
    const { id, access_token, contact_id } = await enroll()
    const primary = await follow(access_token)
    const { email } = (await acme.invoke(operations.getContact, { id: contact_id })).data
    const invite = (to: string) => primary.invoke(inviteParticipant, { email: to, first_name: 'Eve' })
    await expect(invite(email)).rejects.toEqual(refused({ email: 'taken' }))
    const eve = address()
    const { data: invited } = await invite(eve)
    expect(invited).toMatchObject({ first_name: 'Eve', is_you: false, has_started: false })
    expect(JSON.stringify(invited)).not.toContain(eve)
    await expect(invite(eve)).rejects.toEqual(refused({ email: 'taken' }))
    const [participant] = (await acme.invoke(listParticipants, { id })).data
    expect(participant?.invited_by).toBe('contact')
    const [mail] = (await acme.invoke(listEmails, { enrollment_id: id })).data
    const { data: detail } = await acme.invoke(operations.getEmail, { id: mail?.id ?? '' })
    expect(detail).toMatchObject({ recipient: eve, kind: 'invitation', link: participant?.url })
    expect(detail.subject).toMatch(/^\u2068?P\d+/)
    expect(detail.text).not.toContain(access_token)
    for (let number = 1; number < 5; number++) await invite(address())
    await expect(invite(address())).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 86400 })
    const asEve = await follow(participant?.access_token ?? '')
    expect((await asEve.invoke(listOwnParticipants, {})).data).toMatchObject([
      { participant_id: null, is_primary: true, is_you: false },
      { participant_id: participant?.id, is_you: true },
      ...Array.from({ length: 4 }, () => ({ is_you: false, is_primary: false })),
    ])
  })

  test('cannot invite others where the guide forbids it', async () => {
    const other = await publishedGuide(acme)
    await acme.invoke(updateGuide, { id: other.id, participants_may_invite: false })
    await acme.invoke(publishGuide, { id: other.id })
    const enrolled = await acme.invoke(createEnrollment, { contact_id: (await contact()).id, guide_id: other.id })
    const alone = await follow(enrolled.data.access_token)
    await expect(alone.invoke(inviteParticipant, { email: address(), first_name: 'N' })).rejects.toEqual(
      refused({ base: 'wrong_state' }),
    )
  })

  test('pass roles and steps on, and take them back until the other person has acted', async () => {
    const { id, access_token } = await enroll()
    const [ann, bob] = [await add(id), await add(id)]
    const [primary, asAnn, asBob] = [
      await follow(access_token),
      await follow(ann.access_token),
      await follow(bob.access_token),
    ]
    const role_id = roles[0]?.id ?? ''
    const rolesOf = async () => (await link(primary)).view?.participants.map((person) => person.role_id)
    await expect(asAnn.invoke(passOn, { role_id, participant_id: bob.id })).rejects.toEqual(
      refused({ role_id: 'does_not_exist' }),
    )
    await primary.invoke(passOn, { role_id, participant_id: ann.id })
    expect(await rolesOf()).toEqual([null, role_id, null])
    await primary.invoke(takeBack, { role_id })
    expect(await rolesOf()).toEqual([null, null, null])
    await primary.invoke(passOn, { role_id, participant_id: ann.id })
    instance.clock.now = new Date(instance.clock.now.getTime() + 1000)
    await asAnn.invoke(openOwnGuide, {})
    await expect(primary.invoke(takeBack, { role_id })).rejects.toEqual(refused({ role_id: 'wrong_state' }))
    const [step_id = ''] = steps
    await expect(asBob.invoke(passOn, { step_id, participant_id: ann.id })).rejects.toEqual(
      refused({ step_id: 'wrong_state' }),
    )
    await asAnn.invoke(passOn, { step_id, participant_id: bob.id })
    expect((await link(asAnn)).view?.passed_steps).toEqual([
      { step_id, participant_id: bob.id, by_participant_id: ann.id, can_take_back: true },
    ])
    expect((await link(asBob)).view?.passed_steps[0]?.can_take_back).toBe(false)
    await asAnn.invoke(takeBack, { step_id })
    expect((await link(asAnn)).view?.passed_steps).toEqual([])
    await asAnn.invoke(passOn, { role_id, participant_id: bob.id })
    expect(await rolesOf()).toEqual([null, null, role_id])
  })

  test('keep an enrollment without them as it was: no rows, no names, no count', async () => {
    const { id, access_token } = await enroll()
    const primary = await follow(access_token)
    await primary.invoke(completeOwnStep, { step_id: steps[2] ?? '' })
    expect((await link(primary)).view).toMatchObject({
      participant_id: null,
      participants: [{ participant_id: null, is_you: true }],
      passed_steps: [],
      passed_roles: [],
      completions: [{ step_id: steps[2], by: 'primary', participant_id: null }],
      seen: {},
    })
    expect(await countOf(id)).toBe(0)
    const { data } = await acme.invoke(getGuide, { id: guide_id })
    expect(data.participants_may_invite).toBe(true)
  })
})
