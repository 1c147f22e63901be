import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, eventsOf, type Instance, openInstance, publishedGuide } from '../../../test/instance.ts'
import { addMember } from '../../../test/people.ts'
import { type Bound, operations } from '../../index.ts'

const { createContact, createEnrollment, getEnrollment, listEnrollments, removeMember, updateEnrollment, updateGuide } =
  operations

describe.each(ENGINES)('the assignee of an enrollment on %s', (engine) => {
  let instance: Instance
  let people = 0
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  const member = async () => (await addMember(instance, `m${++people}@example.com`, 'editor')).id
  async function enroll(bound: Bound, fields: { guide_id: string; assignee_id?: string | null }) {
    const email = `p${++people}@example.com`
    const { data: contact } = await instance.acme.invoke(createContact, { email, first_name: 'Pia' })
    return (await bound.invoke(createEnrollment, { contact_id: contact.id, ...fields })).data
  }
  const detailOf = async (id: string) => (await instance.acme.invoke(getEnrollment, { id })).data

  test('defaults to the assignee of the guide, then to the member who enrolls, then to none', async () => {
    const [jonas, amelie, priya] = [await member(), await member(), await member()]
    const { id: guide_id } = await publishedGuide(instance.acme)
    const asJonas = await instance.handrail.asMember(instance.acme.context.caller.workspace_id, jonas)
    expect((await enroll(instance.acme, { guide_id })).assignee_id).toBeNull()
    expect((await enroll(asJonas, { guide_id })).assignee_id).toBe(jonas)
    await instance.acme.invoke(updateGuide, { id: guide_id, default_assignee_id: amelie })
    const { id, assignee_id } = await enroll(asJonas, { guide_id })
    expect(assignee_id).toBe(amelie)
    expect((await detailOf(id)).assignee).toEqual({
      id: amelie,
      name: expect.any(String),
      email: expect.stringContaining('@example.com'),
    })
    expect((await enroll(asJonas, { guide_id, assignee_id: priya })).assignee_id).toBe(priya)
    expect((await enroll(asJonas, { guide_id, assignee_id: null })).assignee_id).toBeNull()
  })

  test('changes with an event, and is a filter of lists', async () => {
    const [jonas, amelie] = [await member(), await member()]
    const { id: guide_id } = await publishedGuide(instance.acme)
    const { id } = await enroll(instance.acme, { guide_id, assignee_id: jonas })
    await instance.acme.invoke(updateEnrollment, { id, assignee_id: amelie })
    const last = (await eventsOf(instance, instance.acme)).at(-1)
    expect(last).toMatchObject({ type: 'enrollment.updated', data: { id, assignee_id: amelie } })
    const idsOf = async (assignee_id: string) =>
      (await instance.acme.invoke(listEnrollments, { assignee_id })).data.map((enrollment) => enrollment.id)
    expect([await idsOf(jonas), await idsOf(amelie)]).toEqual([[], [id]])
  })

  test('must be a member of the workspace, in guides too', async () => {
    const { id: guide_id } = await publishedGuide(instance.acme)
    const { id } = await enroll(instance.acme, { guide_id })
    const refused = { errors: { assignee_id: ['does not exist'] } }
    await expect(enroll(instance.acme, { guide_id, assignee_id: id })).rejects.toMatchObject(refused)
    await expect(instance.acme.invoke(updateEnrollment, { id, assignee_id: guide_id })).rejects.toMatchObject(refused)
    const foreign = await member()
    const elsewhere = await publishedGuide(instance.other)
    await expect(
      instance.other.invoke(updateGuide, { id: elsewhere.id, default_assignee_id: foreign }),
    ).rejects.toMatchObject({ errors: { default_assignee_id: ['does not exist'] } })
  })

  test('is removed when the member leaves', async () => {
    const jonas = await member()
    const { id: guide_id } = await publishedGuide(instance.acme)
    await instance.acme.invoke(updateGuide, { id: guide_id, default_assignee_id: jonas })
    const { id, updated_at } = await enroll(instance.acme, { guide_id })
    instance.clock.now = new Date(instance.clock.now.getTime() + 1000)
    await instance.acme.invoke(removeMember, { user_id: jonas })
    const after = await detailOf(id)
    expect(after).toMatchObject({ assignee_id: null, assignee: null })
    expect(after.updated_at > updated_at).toBe(true)
    expect((await eventsOf(instance, instance.acme)).at(-1)).toMatchObject({ type: 'enrollment.updated', data: { id } })
    expect((await enroll(instance.acme, { guide_id })).assignee_id).toBeNull()
  })
})
