import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../test/instance.ts'
import { type Bound, operations } from '../index.ts'

const {
  changeGuideDraft,
  continueGuideMove,
  createContact,
  createEnrollment,
  createGuide,
  createGuideMove,
  createParticipant,
  discardGuideChanges,
  duplicateGuide,
  getGuideDraft,
  getGuideVersion,
  listGuideVersions,
  listParticipants,
  publishGuide,
  restoreGuideVersion,
  runGuideMove,
  updateGuide,
} = operations

describe.each(ENGINES)('the roles of a guide on %s', (engine) => {
  let instance: Instance
  let acme: Bound
  beforeAll(async () => {
    instance = await openInstance(engine)
    acme = instance.acme
  })
  afterAll(() => instance.close())

  /** A draft with the roles IT and Finance, whose first step is for IT. */
  async function draft() {
    const { data } = await acme.invoke(createGuide, {
      title: 'Go live',
      roles: [{ name: 'IT', description: 'Who looks after servers' }, { name: 'Finance' }],
      sections: [{ title: 'One', steps: [{ title: 'Connect' }, { title: 'Pay' }] }],
    })
    const [it, finance] = data.roles
    const [connect, pay] = data.sections[0]?.steps ?? []
    if (!it || !finance || !connect || !pay) throw new Error('The draft lacks a part')
    const change = { action: 'set_step' as const, id: connect.id, responsible: it.id }
    const { data: changed } = await acme.invoke(changeGuideDraft, { id: data.id, changes: [change] })
    return { id: data.id, it, finance, connect, pay, changed }
  }
  const refused = (codes: object) => expect.objectContaining({ code: 'validation_error', codes })
  const responsibleIn = ({ sections }: { sections: { steps: { responsible: string }[] }[] }) =>
    sections.flatMap(({ steps }) => steps.map(({ responsible }) => responsible))

  test('keep their ids when they are sent back, and are absent by default', async () => {
    const { id, it, finance } = await draft()
    const roles = [{ ...it, name: 'Technology' }, finance, { name: 'Legal' }]
    const { data } = await acme.invoke(updateGuide, { id, roles })
    expect(data.roles.map((role) => [role.id, role.name])).toEqual([
      [it.id, 'Technology'],
      [finance.id, 'Finance'],
      [expect.any(String), 'Legal'],
    ])
    const { data: plain } = await acme.invoke(createGuide, {
      title: 'Plain',
      sections: [{ title: 'One', steps: [{ title: 'Read' }] }],
    })
    expect(plain).toMatchObject({ roles: [], participants_may_invite: true })
    expect(responsibleIn(plain)).toEqual(['anyone'])
  })

  test('are 12 at most, each with a name and an id of its own', async () => {
    const { id, it } = await draft()
    const many = Array.from({ length: 13 }, (_, number) => ({ name: `Role ${number}` }))
    await expect(acme.invoke(updateGuide, { id, roles: many })).rejects.toEqual(refused({ roles: 'too_large' }))
    await expect(acme.invoke(updateGuide, { id, roles: [it, { name: 'it' }] })).rejects.toEqual(
      refused({ 'roles.1.name': 'taken' }),
    )
    await expect(acme.invoke(updateGuide, { id, roles: [it, { ...it, name: 'Other' }] })).rejects.toEqual(
      refused({ 'roles.1.id': 'taken' }),
    )
  })

  test('must exist for each step, by its place', async () => {
    const { id, it, finance, connect, changed } = await draft()
    await expect(acme.invoke(updateGuide, { id, roles: [finance] })).rejects.toEqual(
      refused({ 'sections.0.steps.0.responsible': 'does_not_exist' }),
    )
    const sections = changed.sections.map((section) => ({
      ...section,
      steps: section.steps.map((step) => ({ ...step, responsible: id })),
    }))
    await expect(acme.invoke(updateGuide, { id, sections })).rejects.toEqual(
      refused({
        'sections.0.steps.0.responsible': 'does_not_exist',
        'sections.0.steps.1.responsible': 'does_not_exist',
      }),
    )
    const step = { title: 'New', responsible: id }
    const changes = [
      { action: 'set_step' as const, id: connect.id, responsible: id },
      { action: 'insert_section' as const, section: { title: 'Two', steps: [step] } },
    ]
    await expect(acme.invoke(changeGuideDraft, { id, changes })).rejects.toEqual(
      refused({
        'changes.0.responsible': 'does_not_exist',
        'changes.1.section.steps.0.responsible': 'does_not_exist',
      }),
    )
    const free = [{ action: 'set_step' as const, id: connect.id, responsible: 'anyone' as const }]
    expect(responsibleIn((await acme.invoke(changeGuideDraft, { id, changes: free })).data)).toEqual([
      'anyone',
      'anyone',
    ])
    expect((await acme.invoke(updateGuide, { id, roles: [] })).data.roles).toEqual([])
    expect(it.id).not.toBe(finance.id)
  })

  test('are part of versions, restored drafts and copies', async () => {
    const { id, it, finance } = await draft()
    await acme.invoke(publishGuide, { id })
    const cleared = (await acme.invoke(getGuideDraft, { id })).data.sections.map((section) => ({
      ...section,
      steps: section.steps.map((step) => ({ ...step, responsible: 'anyone' as const })),
    }))
    await acme.invoke(updateGuide, { id, sections: cleared, roles: [], participants_may_invite: false })
    await acme.invoke(publishGuide, { id })
    const [second, first] = (await acme.invoke(listGuideVersions, { id })).data
    const version = async (version_id = '') => (await acme.invoke(getGuideVersion, { id, version_id })).data
    expect(await version(second?.id)).toMatchObject({ roles: [], participants_may_invite: false })
    expect(await version(first?.id)).toMatchObject({ roles: [it, finance], participants_may_invite: true })
    const { data: restored } = await acme.invoke(restoreGuideVersion, { id, version_id: first?.id ?? '' })
    expect(restored).toMatchObject({ roles: [it, finance], participants_may_invite: true })
    expect(responsibleIn(restored)).toEqual([it.id, 'anyone'])
    const { data: copy } = await acme.invoke(duplicateGuide, { id, title: 'Copy' })
    expect(copy.roles).toEqual([it, finance])
    expect(responsibleIn(copy)).toEqual([it.id, 'anyone'])
    await acme.invoke(discardGuideChanges, { id })
  })

  test('that a version lacks are taken from participants who move to it, and the dry run counts them', async () => {
    const { id: guide_id, it, finance, connect } = await draft()
    await acme.invoke(publishGuide, { id: guide_id })
    const contact = async (email: string) =>
      (await acme.invoke(createContact, { email: `${guide_id}${email}`, first_name: 'A' })).data.id
    const contact_id = await contact('a@example.com')
    const { id } = (await acme.invoke(createEnrollment, { contact_id, guide_id })).data
    for (const [email, role] of [
      ['b@example.com', it],
      ['c@example.com', finance],
    ] as const)
      await acme.invoke(createParticipant, { id, contact_id: await contact(email), role_id: role.id })
    const free = [{ action: 'set_step' as const, id: connect.id, responsible: 'anyone' as const }]
    await acme.invoke(changeGuideDraft, { id: guide_id, changes: free })
    await acme.invoke(updateGuide, { id: guide_id, roles: [finance] })
    await acme.invoke(publishGuide, { id: guide_id })

    const place = { id: guide_id, move_id: (await acme.invoke(createGuideMove, { id: guide_id })).data.id }
    // A worker may be at it: then there is nothing to go on with.
    const reached = (status: string) =>
      expect
        .poll(async () => (await acme.invoke(continueGuideMove, place)).data)
        .toMatchObject({ status, lost_roles: 1 })
    await reached('checked')
    const rolesOf = async () => (await acme.invoke(listParticipants, { id })).data.map(({ role_id }) => role_id)
    expect(await rolesOf()).toEqual([finance.id, it.id])
    await acme.invoke(runGuideMove, place)
    await reached('done')
    expect(await rolesOf()).toEqual([finance.id, null])
  })
})
