import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../../test/instance.ts'
import { addMember, wait } from '../../../test/people.ts'
import { type Bound, operations } from '../../index.ts'

const { createGuide, leaveDraft, notePresence, removeMember, updateGuide } = operations

describe.each(ENGINES)('presence in a draft on %s', (engine) => {
  let instance: Instance
  let guide_id: string
  let ada: Bound
  let bea: Bound
  let bea_id: string
  const step_id = '0191b2c3-0000-7000-8000-000000000001'

  beforeAll(async () => {
    instance = await openInstance(engine)
    const { acme, handrail } = instance
    guide_id = (await acme.invoke(createGuide, { title: 'Shared' })).data.id
    const workspace = acme.context.caller.workspace_id
    const join = async (email: string) => (await addMember(instance, email, 'editor')).id
    ada = await handrail.asMember(workspace, await join('ada@example.com'))
    bea_id = await join('bea@example.com')
    bea = await handrail.asMember(workspace, bea_id)
  })
  afterAll(() => instance.close())

  const others = async (who: Bound) => (await who.invoke(notePresence, { guide_id, step_id })).data.others

  test('editors see each other and their steps, until they leave or stop reporting', async () => {
    expect(await others(ada)).toEqual([])
    expect(await others(bea)).toEqual([{ user_id: ada.context.caller.id, name: 'ada', step_id }])
    await ada.invoke(leaveDraft, { guide_id })
    expect(await others(bea)).toEqual([])
    await others(ada)
    wait(instance, { minutes: 1 })
    expect(await others(bea)).toEqual([])
    expect(await others(ada)).toMatchObject([{ name: 'bea' }])
    await instance.handrail.upkeep()
    expect(await others(ada)).toMatchObject([{ name: 'bea' }])
  })

  test('editors see the time of the last change, and no former members', async () => {
    const before = (await ada.invoke(notePresence, { guide_id })).data.written_at
    wait(instance, { minutes: 0.1 })
    await bea.invoke(updateGuide, { id: guide_id, description: 'New' })
    await others(bea)
    const { data } = await ada.invoke(notePresence, { guide_id })
    expect(data.written_at > before).toBe(true)
    expect(data.others).toHaveLength(1)
    await instance.acme.invoke(removeMember, { user_id: bea_id })
    expect(await others(ada)).toEqual([])
  })

  test('presence is visible only to members who can edit guides', async () => {
    const { acme, other, handrail } = instance
    const viewer = await addMember(instance, 'vic@example.com')
    const asViewer = await handrail.asMember(acme.context.caller.workspace_id, viewer.id)
    await expect(asViewer.invoke(notePresence, { guide_id })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(acme.invoke(notePresence, { guide_id })).rejects.toMatchObject({ code: 'not_found' })
    await expect(other.invoke(notePresence, { guide_id })).rejects.toMatchObject({ code: 'not_found' })
  })
})
