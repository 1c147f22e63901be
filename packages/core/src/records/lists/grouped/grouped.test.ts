import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance, publishedGuide } from '../../../../test/instance.ts'
import { list, walked } from '../../../../test/walk-list.ts'
import { type Operation, operations } from '../../../index.ts'

const {
  createContact,
  createEnrollment,
  createOrganisation,
  deleteContact,
  deleteOrganisation,
  listContacts,
  listEnrollments,
  listOrganisations,
  updateContact,
  updateEnrollment,
  updateOrganisation,
} = operations

describe.each(ENGINES)('lists sorted by a related record on %s', (engine) => {
  let instance: Instance
  let guides: string[]
  const odds = new Set<string>()
  /** Contacts by organisation, as they are expected: from the newest. */
  const contacts: Record<string, string[]> = {}
  const organisations: Record<string, string> = {}
  /** Enrollments by title of their guide and by status. */
  const enrollments: { guide: string; status: string; id: string; contact: string }[] = []

  beforeAll(async () => {
    instance = await openInstance(engine)
    const { acme, clock } = instance
    const later = () => {
      clock.now = new Date(clock.now.getTime() + 1000)
    }
    guides = []
    for (const title of ['zebra', 'Ärger', 'Middle']) guides.push((await publishedGuide(acme, title)).id)
    // Made in another order than that of their names. The last one has no contacts.
    for (const [name, domain] of [
      ['Zoo', 'b.example'],
      ['10 Downing', null],
      ['Älpler', 'a.example'],
      ['oak', 'zzz.example'],
      ['Empty', null],
    ] as const) {
      later()
      organisations[name] = (await acme.invoke(createOrganisation, { name, domain })).data.id
      contacts[name] = []
    }
    contacts.none = []
    const names = ['Zoo', 'none', 'oak', 'Älpler', 'oak', '10 Downing', 'none', 'oak', 'Zoo', 'oak', 'oak', 'none']
    for (const [index, name] of names.entries()) {
      later()
      const organisation_id = organisations[name] ?? null
      const { data } = await acme.invoke(createContact, {
        email: `g${index}@grouped.example`,
        first_name: index % 2 ? 'Odd' : 'Even',
        organisation_id,
      })
      contacts[name]?.unshift(data.id)
      if (index % 2) odds.add(data.id)
      const guide = index % 3
      const { data: enrolled } = await acme.invoke(createEnrollment, {
        contact_id: data.id,
        guide_id: guides[guide] ?? '',
      })
      const status = index % 4 === 0 ? 'completed' : 'invited'
      if (status === 'completed') await acme.invoke(updateEnrollment, { id: enrolled.id, status })
      enrollments.unshift({
        guide: ['zebra', 'arger', 'middle'][guide] ?? '',
        status,
        id: enrolled.id,
        contact: data.id,
      })
    }
    await instance.other.invoke(createContact, { email: 'other@grouped.example', first_name: 'Aaa' })
  })
  afterAll(() => instance.close())

  const idsOf = async (operation: Operation, query: object) =>
    (await list(instance, operation, query)).data.map(({ id }) => id)
  const UP = ['10 Downing', 'Älpler', 'oak', 'Zoo']
  const contactsIn = (names: readonly string[]) => names.flatMap((name) => contacts[name] ?? [])

  test('contacts by organisation: names up or down, the newest first in each, and those without one last', async () => {
    const up = contactsIn([...UP, 'none'])
    const down = contactsIn([...UP.toReversed(), 'none'])
    for (const [order, expected] of [
      ['asc', up],
      ['desc', down],
    ] as const) {
      const query = { sort: 'organisation_name', order }
      expect(await idsOf(listContacts, query)).toEqual(expected)
      for (const per_page of [1, 2, 3, 5, 12, 50])
        expect((await walked(instance, listContacts, query, per_page)).ids).toEqual(expected)
      for (const page of [1, 2, 3, 4])
        expect(await idsOf(listContacts, { ...query, per_page: 4, page })).toEqual(
          expected.slice((page - 1) * 4, page * 4),
        )
    }
    const { meta } = await list(instance, listContacts, { sort: 'organisation_name', per_page: 4, page: 9 })
    expect(meta).toEqual({ page: 9, per_page: 4, total: 12, total_pages: 3 })
  })

  test('organisations by domain: those without one come last, up and down, also with a part of the name', async () => {
    const { Zoo = '', Älpler: alps = '', oak = '', Empty = '', '10 Downing': downing = '' } = organisations
    const without = [Empty, downing]
    for (const [order, expected] of [
      ['asc', [alps, Zoo, oak, ...without]],
      ['desc', [oak, Zoo, alps, ...without]],
    ] as const) {
      expect(await idsOf(listOrganisations, { sort: 'domain', order })).toEqual(expected)
      expect((await walked(instance, listOrganisations, { sort: 'domain', order }, 2)).ids).toEqual(expected)
    }
    expect(await idsOf(listOrganisations, { sort: 'domain', name: 'o' })).toEqual([Zoo, oak, downing])
    expect(await idsOf(listOrganisations, { sort: 'domain', domain: 'b.example' })).toEqual([Zoo])
  })

  test('enrollments by guide and by status: titles by letters, statuses in their usual order', async () => {
    const byGuide = (titles: string[]) =>
      titles.flatMap((title) => enrollments.filter(({ guide }) => guide === title).map(({ id }) => id))
    const byStatus = (statuses: string[]) =>
      statuses.flatMap((one) => enrollments.filter(({ status }) => status === one).map(({ id }) => id))
    for (const [query, expected] of [
      [{ sort: 'guide_title' }, byGuide(['arger', 'middle', 'zebra'])],
      [{ sort: 'guide_title', order: 'desc' }, byGuide(['zebra', 'middle', 'arger'])],
      [{ sort: 'status' }, byStatus(['invited', 'completed'])],
      [{ sort: 'status', order: 'desc' }, byStatus(['completed', 'invited'])],
    ] as const) {
      expect(await idsOf(listEnrollments, query)).toEqual(expected)
      expect((await walked(instance, listEnrollments, query)).ids).toEqual(expected)
    }
    const completed = enrollments.filter(({ status }) => status === 'completed').map(({ id }) => id)
    const found = await list(instance, listEnrollments, { sort: 'guide_title', status: 'completed' })
    expect(found.data.map(({ id }) => id)).toEqual(
      byGuide(['arger', 'middle', 'zebra']).filter((id) => completed.includes(id)),
    )
    expect(found.meta.total).toBe(completed.length)
    const [guide_id = ''] = guides
    expect(await idsOf(listEnrollments, { sort: 'guide_title', guide_id })).toEqual(byGuide(['zebra']))
    expect(await idsOf(listEnrollments, { sort: 'status', status: 'invited' })).toEqual(byStatus(['invited']))
  })

  test('a filter keeps the order, and so does a search', async () => {
    const odd = contactsIn([...UP, 'none']).filter((id) => odds.has(id))
    const query = { sort: 'organisation_name', query: 'odd' }
    expect(await idsOf(listContacts, query)).toEqual(odd)
    expect((await walked(instance, listContacts, query, 2)).ids).toEqual(odd)
    const { oak: organisation_id } = organisations
    expect(await idsOf(listContacts, { sort: 'organisation_name', organisation_id })).toEqual(contacts.oak)
    expect((await walked(instance, listContacts, { sort: 'organisation_name', organisation_id }, 2)).ids).toEqual(
      contacts.oak,
    )
    expect(await idsOf(listContacts, { ...query, organisation_id })).toEqual(
      odd.filter((id) => contacts.oak?.includes(id)),
    )
    expect(await idsOf(listContacts, { ...query, query: 'nobody' })).toEqual([])
  })
  test('pages by cursor continue after the organisation as it was, whatever becomes of it', async () => {
    const { acme } = instance
    const { data: gone } = await acme.invoke(createOrganisation, { name: 'aaa' })
    const { data: ada } = await acme.invoke(createContact, {
      email: 'ada@grouped.example',
      first_name: 'Ada',
      organisation_id: gone.id,
    })
    const query = { sort: 'organisation_name', per_page: 2 }
    const { data, meta } = await list(instance, listContacts, { ...query, cursor: '' })
    expect(data.map(({ id }) => id)).toEqual([contacts['10 Downing']?.[0], ada.id])
    await acme.invoke(deleteOrganisation, { id: gone.id })
    const next = await list(instance, listContacts, { ...query, cursor: meta.next_cursor })
    expect(next.data.map(({ id }) => id)).toEqual([contacts.Älpler?.[0], contacts.oak?.[0]])
    await acme.invoke(updateOrganisation, { id: organisations.oak ?? '', name: 'aab' })
    const following = await list(instance, listContacts, { ...query, cursor: next.meta.next_cursor })
    // The rest of the organisation that the page ended in; its contacts follow each other as before.
    expect(following.data.map(({ id }) => id)).toEqual(contacts.oak?.slice(1, 3))
    await acme.invoke(updateOrganisation, { id: organisations.oak ?? '', name: 'oak' })
    await acme.invoke(deleteContact, { id: ada.id })
  })

  test('a contact that moves to another organisation is sorted there, and one that is deleted is gone', async () => {
    const { acme } = instance
    const [first = ''] = contacts['10 Downing'] ?? []
    await acme.invoke(updateContact, { id: first, organisation_id: organisations.Empty ?? null })
    const moved = contactsIn(['Älpler'])
    const ids = await idsOf(listContacts, { sort: 'organisation_name', per_page: 2 })
    expect(ids).toEqual([...moved, first])
    await acme.invoke(updateContact, { id: first, organisation_id: organisations['10 Downing'] ?? null })
  })

  test('a cursor is valid for its own order only, and holds the longest domain', async () => {
    const { acme } = instance
    const domain = [...Array.from({ length: 4 }, () => '东'.repeat(60)), 'cn'].join('.')
    await acme.invoke(createOrganisation, { name: 'Long', domain })
    const { meta } = await list(instance, listOrganisations, { sort: 'domain', order: 'desc', cursor: '', per_page: 1 })
    const query = { sort: 'domain', order: 'desc', cursor: meta.next_cursor, per_page: 1 }
    expect(await idsOf(listOrganisations, query)).toEqual([organisations.oak])
    for (const wrong of [{}, { sort: 'name' }, { sort: 'domain' }])
      await expect(list(instance, listOrganisations, { ...wrong, cursor: meta.next_cursor })).rejects.toMatchObject({
        code: 'validation_error',
        errors: { cursor: [expect.any(String)] },
      })
  })
})
