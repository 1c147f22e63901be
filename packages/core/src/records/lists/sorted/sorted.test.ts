import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance, publishedGuide } from '../../../../test/instance.ts'
import { type OutputOf, operations } from '../../../index.ts'

const {
  createContact,
  createEnrollment,
  createOrganisation,
  deleteContact,
  listContacts,
  listEnrollments,
  listOrganisations,
  updateContact,
  updateEnrollment,
  updateOrganisation,
} = operations

type Page = OutputOf<typeof listContacts>
type Order = { sort: 'created_at' | 'name'; order: 'asc' | 'desc' }

/** In the order of their names, by code points of the folded names. */
const NAMES = ['10 Downing', '9 Lives', 'Ägir', 'agnes', 'Élodie B', 'elodie c', 'ze b', 'Zoë', 'zoe a', '東京']

describe.each(ENGINES)('sorted lists on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
    const { acme, clock } = instance
    // Made in another order than that of their names.
    for (const [index, name] of NAMES.toSorted().reverse().entries()) {
      clock.now = new Date(clock.now.getTime() + 1000)
      const { data: organisation } = await acme.invoke(createOrganisation, { name })
      const [first_name = '', last_name = ''] = name.split(' ')
      const organisation_id = index % 2 === 0 ? organisation.id : null
      await acme.invoke(createContact, { email: `s${index}@sorted.example`, first_name, last_name, organisation_id })
    }
    await instance.other.invoke(createContact, { email: 'other@sorted.example', first_name: 'Aaa' })
  })
  afterAll(() => instance.close())

  const nameOf = (contact: { first_name: string; last_name: string }) =>
    `${contact.first_name} ${contact.last_name}`.trim()
  const contacts = async (query: object) => (await instance.acme.invoke(listContacts, query)).data.map(nameOf)

  /** All names by cursor, in pages of three. */
  async function walked(query: object): Promise<string[]> {
    const names: string[] = []
    for (let cursor: string | null | undefined = ''; typeof cursor === 'string'; ) {
      const { data, meta }: Page = await instance.acme.invoke(listContacts, { ...query, cursor, per_page: 3 })
      names.push(...data.map(nameOf))
      cursor = meta.next_cursor
    }
    return names
  }

  test('names are sorted by their code points without case and accents, up and down, by page and by cursor', async () => {
    expect(await contacts({ sort: 'name' })).toEqual(NAMES)
    expect(await contacts({ sort: 'name', order: 'desc' })).toEqual(NAMES.toReversed())
    expect(await walked({ sort: 'name' })).toEqual(NAMES)
    expect(await walked({ sort: 'name', order: 'desc' })).toEqual(NAMES.toReversed())
    for (const page of [1, 2, 3, 4])
      expect(await contacts({ sort: 'name', per_page: 3, page })).toEqual(NAMES.slice((page - 1) * 3, page * 3))
    const { meta } = await instance.acme.invoke(listContacts, { sort: 'name', per_page: 3, page: 9 })
    expect(meta).toEqual({ page: 9, per_page: 3, total: NAMES.length, total_pages: 4 })
    const { data } = await instance.acme.invoke(listOrganisations, { sort: 'name' })
    expect(data.map(({ name }) => name)).toEqual(NAMES)
  })

  test('oldest first is newest first reversed, and newest first is the order without parameters', async () => {
    const newest = await contacts({})
    expect(await contacts({ order: 'asc' })).toEqual(newest.toReversed())
    expect(await walked({ sort: 'created_at' })).toEqual(newest.toReversed())
    expect(await contacts({ sort: 'created_at', order: 'desc' })).toEqual(newest)
  })

  test('a filter keeps the order, and so does a search', async () => {
    const { data: all } = await instance.acme.invoke(listContacts, { sort: 'name' })
    const [member] = all.filter(({ organisation_id }) => organisation_id !== null)
    const organisation_id = member?.organisation_id ?? ''
    expect(await contacts({ sort: 'name', organisation_id })).toEqual([member && nameOf(member)])
    expect(await contacts({ sort: 'name', query: 'od' })).toEqual(['Élodie B', 'elodie c'])
    expect(await contacts({ sort: 'name', query: 'sorted.example' })).toEqual(NAMES)
    expect(await walked({ sort: 'name', order: 'desc', query: 'elodie' })).toEqual(['elodie c', 'Élodie B'])
    expect(await contacts({ sort: 'name', enrollment_status: 'none' })).toEqual(NAMES)
    const { data } = await instance.acme.invoke(listOrganisations, { sort: 'contacts_count', order: 'desc', name: 'o' })
    expect(data.map(({ contacts_count }) => contacts_count)).toEqual(
      data.map(({ contacts_count }) => contacts_count).toSorted((a, b) => b - a),
    )
  })

  test('a cursor is valid for its own order only, and changes are not sorted', async () => {
    const { acme } = instance
    const cursorOf = async (order: Order) =>
      (await acme.invoke(listContacts, { ...order, cursor: '', per_page: 3 })).meta.next_cursor ?? ''
    const cursor = await cursorOf({ sort: 'name', order: 'asc' })
    const refused = { code: 'validation_error', errors: { cursor: [expect.any(String)] } }
    for (const query of [{}, { sort: 'name', order: 'desc' }, { order: 'asc' }] as const)
      await expect(acme.invoke(listContacts, { ...query, cursor })).rejects.toMatchObject(refused)
    for (const beside of [{ updated_since: '2020-01-01T00:00:00Z' }, { include_deleted: true }])
      await expect(acme.invoke(listContacts, { sort: 'name', ...beside })).rejects.toMatchObject({
        errors: { sort: [`cannot be combined with ${Object.keys(beside)}`] },
      })
    await expect(acme.invoke(listContacts, { sort: 'email' as 'name' })).rejects.toMatchObject({
      errors: { sort: [expect.any(String)] },
    })
  })

  test('enrollments are found and sorted by the name of their contact, also after it has changed', async () => {
    const { acme } = instance
    const guide = await publishedGuide(acme)
    const { data: people } = await acme.invoke(listContacts, { sort: 'name' })
    const enrolled: string[] = []
    for (const { id: contact_id } of people)
      enrolled.push((await acme.invoke(createEnrollment, { contact_id, guide_id: guide.id })).data.id)
    const named = async (query: object) =>
      (await acme.invoke(listEnrollments, query)).data.map(({ contact_name }) => contact_name)
    expect(await named({ sort: 'contact_name' })).toEqual(NAMES)
    expect(await named({ sort: 'contact_name', order: 'desc', status: 'invited' })).toEqual(NAMES.toReversed())
    expect(await named({ query: 'ÉLODIE' })).toHaveLength(2)
    expect(await named({ query: 'b elodie' })).toEqual(['Élodie B'])
    expect(await named({ query: 'z', sort: 'contact_name' })).toEqual(['ze b', 'Zoë', 'zoe a'])
    expect(await named({ query: 's3@sorted' })).toHaveLength(1)
    expect(await named({ query: 'nobody' })).toEqual([])
    await expect(acme.invoke(listEnrollments, { query: '\u0301' })).rejects.toMatchObject({
      errors: { query: [expect.any(String)] },
    })
    const [first, , , , , , , , , last] = people
    await acme.invoke(updateContact, { id: last?.id ?? '', first_name: 'Aaron' })
    expect((await named({ sort: 'contact_name' })).slice(0, 3)).toEqual(['10 Downing', '9 Lives', 'Aaron'])
    expect((await acme.invoke(listEnrollments, { query: 'aaron' })).data[0]?.id).toBe(enrolled.at(-1))
    await acme.invoke(updateEnrollment, { id: enrolled[4] ?? '', status: 'completed' })
    const progress = await acme.invoke(listEnrollments, { sort: 'progress_percentage', order: 'desc', per_page: 2 })
    expect(progress.data.map((one) => [one.id === enrolled[4], one.progress_percentage])).toEqual([
      [true, 100],
      [false, 0],
    ])
    await acme.invoke(deleteContact, { id: first?.id ?? '' })
    expect(await named({ query: 'downing' })).toEqual([])
    await acme.invoke(updateContact, { id: last?.id ?? '', first_name: '東京' })
  })

  test('an organisation is sorted by its new name and its number of contacts', async () => {
    const { acme } = instance
    const { data: oak } = await acme.invoke(createOrganisation, { name: 'Oak' })
    for (let i = 0; i < 3; i++)
      await acme.invoke(createContact, { email: `oak${i}@x.example`, first_name: 'O', organisation_id: oak.id })
    const first = async (sort: 'name' | 'contacts_count', order: 'asc' | 'desc') =>
      (await acme.invoke(listOrganisations, { sort, order, per_page: 1 })).data[0]?.id
    expect(await first('contacts_count', 'desc')).toBe(oak.id)
    await acme.invoke(updateOrganisation, { id: oak.id, name: '0 Oak' })
    expect(await first('name', 'asc')).toBe(oak.id)
  })
})
