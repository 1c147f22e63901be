import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ENGINES,
  type ENGINES as Engines,
  type Instance,
  openInstance,
  publishedGuide,
} from '../../../test/instance.ts'
import { list, walked } from '../../../test/walk-list.ts'
import { operations } from '../../index.ts'

const {
  batchContacts,
  batchOrganisations,
  createContact,
  createEnrollment,
  createOrganisation,
  listContacts,
  listEnrollments,
  listOrganisations,
} = operations

describe.each(ENGINES)('lists filtered by metadata, on %s', (engine: (typeof Engines)[number]) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
    const metadata = { plan: 'free', seats: 5, trial: true, since: null, tags: ['a'], 'a.key[0]': 'x', __proto: 'y' }
    for (const [first_name, own] of [
      ['Ada', metadata],
      ['Ben', { plan: 'Free', seats: 5.5, trial: 'true' }],
      ['Cleo', { nested: { plan: 'free' }, trial: 1 }],
      ['Dan', {}],
    ] as const)
      await instance.acme.invoke(createContact, { email: `${first_name}@b.example`, first_name, metadata: own })
  })
  afterAll(() => instance.close())

  const found = async (metadata: Record<string, string>, more = {}) =>
    (await instance.acme.invoke(listContacts, { metadata, ...more })).data
      .map(({ first_name }) => first_name)
      .toSorted()

  test.each([
    [{ plan: 'free' }, ['Ada']],
    [{ plan: 'fre' }, []],
    [{ seats: '5' }, ['Ada']],
    [{ seats: '5.5' }, ['Ben']],
    [{ trial: 'true' }, ['Ada', 'Ben']],
    [{ trial: '1' }, ['Cleo']],
    [{ plan: 'free', trial: 'true' }, ['Ada']],
    [{ plan: 'free', trial: 'false' }, []],
    [{ since: 'null' }, []],
    [{ since: '' }, []],
    [{ tags: '["a"]' }, []],
    [{ 'a.key[0]': 'x' }, ['Ada']],
    [{ nobody: '' }, []],
    [{}, ['Ada', 'Ben', 'Cleo', 'Dan']],
  ])('%o finds %o', async (metadata: Record<string, string>, names) => {
    expect(await found(metadata)).toEqual(names)
  })

  test('combine with search, another filter, an order and a cursor', async () => {
    expect(await found({ trial: 'true' }, { query: 'ben' })).toEqual(['Ben'])
    expect(await found({ trial: 'true' }, { email: 'ada@b.example' })).toEqual(['Ada'])
    expect(await found({ trial: 'true' }, { sort: 'name', cursor: '' })).toEqual(['Ada', 'Ben'])
    expect(await found({ trial: 'true' }, { updated_since: '2020-01-01T00:00:00Z' })).toEqual(['Ada', 'Ben'])
    const page = await instance.acme.invoke(listContacts, { metadata: { trial: 'true' }, per_page: 1 })
    expect(page.meta).toMatchObject({ total: 2, total_pages: 2 })
  })

  test('find organisations and enrollments', async () => {
    const { acme } = instance
    const metadata = { tier: 'gold' }
    const { data: organisation } = await acme.invoke(createOrganisation, { name: 'Gold', metadata })
    await acme.invoke(createOrganisation, { name: 'Silver', metadata: { tier: 'silver' } })
    expect((await acme.invoke(listOrganisations, { metadata })).data).toEqual([organisation])
    const { id: guide_id } = await publishedGuide(acme)
    const contacts = (await acme.invoke(listContacts, {})).data
    for (const [at, { id: contact_id }] of contacts.entries())
      await acme.invoke(createEnrollment, { contact_id, guide_id, metadata: { tier: at === 0 ? 'gold' : 'none' } })
    expect((await acme.invoke(listEnrollments, { metadata })).data).toMatchObject([{ contact_id: contacts[0]?.id }])
  })

  test('never say that there is none where not all were examined, and lead to the match', async () => {
    const { acme } = instance
    const metadata = { crm: 'A-1' }
    const { data: contact } = await acme.invoke(createContact, { email: 'crm@b.example', first_name: 'Crm', metadata })
    const { data: organisation } = await acme.invoke(createOrganisation, { name: 'Crm', metadata })
    const many = (dataOf: (number: number) => object) => ({
      items: Array.from({ length: 1000 }, (_, i) => ({ action: 'create' as const, data: { ...dataOf(i) } })),
    })
    await acme.invoke(
      batchContacts,
      many((i) => ({ email: `later-${i}@b.example`, first_name: 'Later' })),
    )
    await acme.invoke(
      batchOrganisations,
      many((i) => ({ name: `Later ${i}` })),
    )
    for (const [operation, id] of [
      [listContacts, contact.id],
      [listOrganisations, organisation.id],
    ] as const)
      for (const order of [{}, { sort: 'name' }, { sort: 'created_at', order: 'desc' }]) {
        const first = await list(instance, operation, { metadata, ...order })
        if (first.data.length === 0) expect(first.meta).not.toHaveProperty('total')
        const asked = { metadata, ...order, per_page: 1 }
        const { ids } = await walked(instance, operation, asked, 1)
        expect(ids).toEqual([id])
        // From the page by number too.
        const numbered = await list(instance, operation, asked)
        const rest = await walked(instance, operation, asked, 1, numbered.meta.next_cursor ?? null)
        expect([...numbered.data.map((one) => one.id), ...rest.ids]).toEqual([id])
      }
    const { data, meta } = await acme.invoke(listContacts, { metadata })
    expect(data).toEqual([])
    expect(meta).toEqual({ page: 1, per_page: 25, next_cursor: expect.any(String), incomplete_results: true })
    const sync = { metadata, include_deleted: true, updated_since: '1970-01-01T00:00:00Z' }
    const changed = await walked(instance, listContacts, sync, 25)
    expect(changed.ids).toEqual([contact.id])
  })

  test('refuse more than five keys, and values that are no text', async () => {
    const six = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`k${i}`, '']))
    await expect(found(six)).rejects.toMatchObject({ errors: { metadata: ['can have 5 keys'] } })
    await expect(found({ plan: 'x'.repeat(256) })).rejects.toMatchObject({ code: 'validation_error' })
    await expect(found({ 'a "key"': 'x' })).rejects.toMatchObject({ code: 'validation_error' })
    await expect(found(JSON.parse('{ "plan": 5 }'))).rejects.toMatchObject({
      errors: { 'metadata.plan': ['must be a text of at most 255 characters'] },
    })
  })
})
