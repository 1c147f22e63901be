import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, eventTypesOf, type Instance, openInstance, publishedGuide } from '../../test/instance.ts'
import { operations } from '../index.ts'

const {
  createContact,
  createEnrollment,
  createOrganisation,
  deleteContact,
  deleteOrganisation,
  deleteOrganisations,
  getContact,
  getEnrollment,
  getOrganisation,
  listOrganisations,
  putOrganisation,
  updateOrganisation,
} = operations

describe.each(ENGINES)('organisations on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  const create = async (name: string, more = {}) =>
    (await instance.acme.invoke(createOrganisation, { name, ...more })).data

  test('a domain is a host name, stored in lower case', async () => {
    const organisation = await create('Domainful', { domain: 'Shop.Example.COM' })
    expect(organisation).toMatchObject({ domain: 'shop.example.com', metadata: {}, contacts_count: 0 })
    for (const domain of ['https://example.com', 'a b', '-a.com', 'a..com'])
      await expect(create('Bad', { domain })).rejects.toMatchObject({ errors: { domain: [expect.any(String)] } })
  })

  test('the name filter matches parts regardless of case and accents, the domain filter is exact', async () => {
    await create('Ärzte 100%_\\ GmbH', { domain: 'aerzte.example' })
    const names = async (filter: { name?: string; domain?: string }) =>
      (await instance.acme.invoke(listOrganisations, filter)).data.map((organisation) => organisation.name)
    for (const name of ['ARZTE', 'ärz', '100%', '%_\\', ' gmbh'])
      expect(await names({ name })).toEqual(['Ärzte 100%_\\ GmbH'])
    expect(await names({ name: '%%' })).toEqual([])
    // Combining marks alone fold to an empty text, which every name would contain.
    expect(await names({ name: '\u0301\u0308' })).toEqual([])
    expect(await names({ name: '%'.repeat(255) })).toEqual([])
    expect(await names({ domain: 'AERZTE.example' })).toEqual(['Ärzte 100%_\\ GmbH'])
    expect(await names({ domain: 'aerzte' })).toEqual([])
  })

  test('an update without a difference emits no event', async () => {
    const organisation = await create('Stable', { domain: 'stable.example', metadata: { a: 1 } })
    const before = (await eventTypesOf(instance, instance.acme)).length
    await instance.acme.invoke(updateOrganisation, { id: organisation.id, name: 'Stable' })
    const { data } = await instance.acme.invoke(updateOrganisation, { id: organisation.id, domain: null, metadata: {} })
    expect(data).toMatchObject({ name: 'Stable', domain: null, metadata: {} })
    expect((await eventTypesOf(instance, instance.acme)).slice(before)).toEqual(['organisation.updated'])
  })

  test('deleting an organisation keeps its contacts, including deleted ones, and their enrollments', async () => {
    const { id: organisation_id } = await create('Ending')
    const guide = await publishedGuide(instance.acme)
    const contact = async (email: string) =>
      (await instance.acme.invoke(createContact, { email, first_name: 'C', organisation_id })).data
    const kept = await contact('kept@example.com')
    await instance.acme.invoke(deleteContact, { id: (await contact('deleted@example.com')).id })
    const { data: enrollment } = await instance.acme.invoke(createEnrollment, {
      contact_id: kept.id,
      guide_id: guide.id,
    })
    expect(enrollment.organisation_id).toBe(organisation_id)

    await instance.acme.invoke(deleteOrganisation, { id: organisation_id })
    await expect(instance.acme.invoke(getOrganisation, { id: organisation_id })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect((await instance.acme.invoke(getContact, { id: kept.id })).data.organisation_id).toBeNull()
    expect((await instance.acme.invoke(getEnrollment, { id: enrollment.id })).data.organisation_id).toBeNull()
    expect((await instance.acme.invoke(listOrganisations, {})).data.map(({ id }) => id)).not.toContain(organisation_id)
  })

  test('an upsert by external id creates and updates one organisation, and the id is unique', async () => {
    const put = (fields: object) => instance.acme.invoke(putOrganisation, { external_id: 'erp-1', ...fields })
    const answers = await Promise.all([1, 2, 3].map(() => put({ name: 'Put', metadata: { a: 1 } })))
    expect(answers.filter(({ created }) => created)).toHaveLength(1)
    const changed = await put({ metadata_merge: { b: 2 } })
    expect(changed).toMatchObject({ created: false, data: { name: 'Put', metadata: { a: 1, b: 2 } } })
    const { data } = await instance.acme.invoke(listOrganisations, { external_id: 'erp-1' })
    expect(data).toEqual([changed.data])
    const taken = { name: '', external_id: 'erp-1' }
    await expect(instance.acme.invoke(createOrganisation, taken)).rejects.toMatchObject({
      errors: { name: ["can't be blank"], external_id: ['has already been taken'] },
    })
    await expect(instance.acme.invoke(createOrganisation, { ...taken, name: 'Other' })).rejects.toMatchObject({
      errors: { external_id: ['has already been taken'] },
    })
    expect((await instance.acme.invoke(listOrganisations, { domain: 'not a domain!' })).data).toEqual([])
  })

  test('many are deleted in one call: those of other workspaces and those that are gone are left', async () => {
    const { acme, other } = instance
    const [one, two, gone] = [await create('One of many'), await create('Two of many'), await create('Gone')]
    const { data: foreign } = await other.invoke(createOrganisation, { name: 'Foreign' })
    const { data: ann } = await acme.invoke(createContact, {
      email: 'ann@many.example',
      first_name: 'Ann',
      organisation_id: one.id,
    })
    await acme.invoke(deleteOrganisation, { id: gone.id })
    const ids = [one.id, gone.id, foreign.id, two.id, one.id]
    expect((await acme.invoke(deleteOrganisations, { ids })).data.ids).toEqual([one.id, two.id])
    expect((await acme.invoke(getContact, { id: ann.id })).data.organisation_id).toBeNull()
    expect((await other.invoke(getOrganisation, { id: foreign.id })).data.name).toBe('Foreign')
    const tooMany = Array.from({ length: 101 }, () => one.id)
    await expect(acme.invoke(deleteOrganisations, { ids: tooMany })).rejects.toMatchObject({
      errors: { ids: [expect.any(String)] },
    })
  })
})
