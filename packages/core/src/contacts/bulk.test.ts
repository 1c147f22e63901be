import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, eventTypesOf, type Instance, openInstance, publishedGuide } from '../../test/instance.ts'
import { operations } from '../index.ts'

const {
  batchContacts,
  createContact,
  createEnrollment,
  createOrganisation,
  deleteContacts,
  getContact,
  getOrganisation,
  listContacts,
  moveContacts,
  readOwnGuide,
  restoreContacts,
  searchContacts,
} = operations

describe.each(ENGINES)('bulk changes of contacts on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  test('contacts are moved, deleted, and restored unchanged', async () => {
    const { acme, other } = instance
    const { data: oak } = await acme.invoke(createOrganisation, { name: 'Oak' })
    const guide = await publishedGuide(acme)
    const ids: string[] = []
    for (const name of ['Ada', 'Ben', 'Cy'])
      ids.push((await acme.invoke(createContact, { email: `${name}@example.com`, first_name: name })).data.id)
    const { data: enrollment } = await acme.invoke(createEnrollment, { contact_id: ids[0] ?? '', guide_id: guide.id })
    const members = async () => (await acme.invoke(getOrganisation, { id: oak.id })).data.contacts_count
    expect((await acme.invoke(moveContacts, { ids, organisation_id: oak.id })).data.ids).toHaveLength(3)
    expect((await acme.invoke(moveContacts, { ids, organisation_id: oak.id })).data.ids).toEqual([])
    expect(await members()).toBe(3)

    expect((await other.invoke(deleteContacts, { ids })).data.ids).toEqual([])
    await acme.invoke(deleteContacts, { ids: ids.slice(0, 2) })
    expect([await members(), (await acme.invoke(listContacts, {})).meta.total]).toEqual([1, 1])
    const events = (await eventTypesOf(instance, acme)).length
    expect((await acme.invoke(restoreContacts, { ids })).data.ids).toEqual(ids.slice(0, 2).sort())
    expect((await eventTypesOf(instance, acme)).slice(events)).toEqual(['contact.created', 'contact.created'])
    expect([await members(), (await acme.invoke(listContacts, {})).meta.total]).toEqual([3, 3])
    expect((await acme.invoke(searchContacts, { query: 'ben' })).data).toMatchObject([{ id: ids[1] }])
    const { deleted } = await acme.invoke(listContacts, { include_deleted: true })
    expect(deleted).toEqual([])
    await (await instance.handrail.asContact(enrollment.access_token)).invoke(readOwnGuide, {})

    await acme.invoke(deleteContacts, { ids: ids.slice(1, 2) })
    await acme.invoke(createContact, { email: 'ben@example.com', first_name: 'New Ben' })
    await expect(acme.invoke(restoreContacts, { ids })).rejects.toMatchObject({ errors: { email: [/taken/] } })
    await expect(acme.invoke(getContact, { id: ids[1] ?? '' })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('many contacts are changed in transactions of their own, between which others write', async () => {
    const { acme } = instance
    const { data: elm } = await acme.invoke(createOrganisation, { name: 'Elm' })
    const { data: ash } = await acme.invoke(createOrganisation, { name: 'Ash' })
    const items = Array.from({ length: 100 }, (_, index) => ({
      action: 'create' as const,
      data: { email: `bulk-${index}@example.com`, first_name: 'Bulk', organisation_id: elm.id },
    }))
    const made = (await acme.invoke(batchContacts, { items })).data.results
    const ids = made.map(({ id }) => id ?? '')
    const guide = await publishedGuide(acme)
    for (const contact_id of ids.slice(0, 30)) await acme.invoke(createEnrollment, { contact_id, guide_id: guide.id })
    let written = 0
    const whileWriting = async (work: Promise<{ data: { ids: string[] } }>) => {
      let isDone = false
      const before = written
      const writing = (async () => {
        while (!isDone)
          await acme.invoke(createContact, { email: `beside-${written++}@example.com`, first_name: 'Beside' })
      })()
      const { data } = await work
      isDone = true
      await writing
      expect(data.ids).toEqual(ids.toSorted())
      return written - before
    }
    // In one transaction there would be one or two, which began before it and after it.
    expect(await whileWriting(acme.invoke(moveContacts, { ids, organisation_id: ash.id }))).toBeGreaterThan(3)
    expect(await whileWriting(acme.invoke(deleteContacts, { ids }))).toBeGreaterThan(3)
    expect(await whileWriting(acme.invoke(restoreContacts, { ids }))).toBeGreaterThan(3)
    expect((await acme.invoke(getOrganisation, { id: ash.id })).data.contacts_count).toBe(100)
  })

  test('of contacts that cannot all be restored, none are', async () => {
    const { acme } = instance
    const make = async (fields: object) =>
      (await acme.invoke(createContact, { email: 'twin@example.com', first_name: 'T', ...fields })).data.id
    const free = await make({ email: 'free@example.com', external_id: 'free' })
    const first = await make({})
    await acme.invoke(deleteContacts, { ids: [free, first] })
    const second = await make({})
    await acme.invoke(deleteContacts, { ids: [second] })
    const isGone = (id: string) => expect(acme.invoke(getContact, { id })).rejects.toMatchObject({ code: 'not_found' })
    await expect(acme.invoke(restoreContacts, { ids: [free, first, second] })).rejects.toMatchObject({
      errors: { email: [/taken/] },
    })
    await isGone(free)
    const other = await make({ external_id: 'free' })
    await expect(acme.invoke(restoreContacts, { ids: [free, first] })).rejects.toMatchObject({
      errors: { email: [/taken/], external_id: [/taken/] },
    })
    for (const id of [free, first]) await isGone(id)
    await acme.invoke(deleteContacts, { ids: [other] })
    expect((await acme.invoke(restoreContacts, { ids: [free, first] })).data.ids).toEqual([free, first].sort())
  })
})
