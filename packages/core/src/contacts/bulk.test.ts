import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, eventTypesOf, type Instance, openInstance, publishedGuide } from '../../test/instance.ts'
import { operations } from '../index.ts'

const {
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
})
