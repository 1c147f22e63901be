import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, eventTypesOf, type Instance, openInstance } from '../../test/instance.ts'
import { operations } from '../index.ts'

const {
  batchContacts,
  createContact,
  createOrganisation,
  deleteContact,
  getContact,
  getOrganisation,
  importContacts,
  listContacts,
  putContact,
  searchContacts,
  updateContact,
} = operations

const UNKNOWN = '01900000-0000-7000-8000-000000000000'

describe.each(ENGINES)('contacts on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  const create = async (email: string, first_name = 'Ann', more = {}) =>
    (await instance.acme.invoke(createContact, { email, first_name, ...more })).data

  test('omitted fields are empty, and e-mail addresses are stored in lower case', async () => {
    const contact = await create('Ann@Example.com', '  Ann ')
    expect(contact).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      email: 'ann@example.com',
      first_name: 'Ann',
      last_name: '',
      external_id: null,
      organisation_id: null,
      language: null,
      unsubscribed_at: null,
      metadata: {},
      created_at: '2026-11-20T12:00:00.000Z',
      updated_at: '2026-11-20T12:00:00.000Z',
    })
    expect((await instance.acme.invoke(getContact, { id: contact.id.toUpperCase() })).data).toEqual(contact)
  })

  test('metadata and names are returned byte for byte', async () => {
    const metadata = { z: 1, a: { b: [null, true, 1.5, '\u202eRLO 👩‍🚀'] }, 'e\u0301': '\u00e9' }
    const contact = await create('bytes@example.com', 'e\u0301 👩‍🚀', { metadata, last_name: 'می\u200cخواهم' })
    const { data } = await instance.acme.invoke(getContact, { id: contact.id })
    expect(JSON.stringify(data)).toBe(JSON.stringify(contact))
    expect(JSON.stringify(data.metadata)).toBe(JSON.stringify(metadata))
    expect(data.first_name).toBe('e\u0301 👩‍🚀')
    expect(data.last_name).toBe('می\u200cخواهم')
  })

  test.each(['zero\u200bwidth', '\u202egnp.exe', 'two\nlines', 'Pi\ufeffa', 'soft\u00adhyphen'])(
    'a name with what cannot be seen is refused, alone, in an update, by external id and in a batch: %j',
    async (name) => {
      const seen = { first_name: 'Pia', last_name: 'Roth' }
      const { id } = await create(`seen${hash('sha1', name).slice(0, 8)}@example.com`, 'Pia', { last_name: 'Roth' })
      const email = 'unseen@example.com'
      for (const field of ['first_name', 'last_name'] as const) {
        const given = { email, ...seen, [field]: name }
        const refusal = { errors: { [field]: ['contains characters that cannot be seen'] } }
        await expect(instance.acme.invoke(createContact, given)).rejects.toMatchObject(refusal)
        await expect(instance.acme.invoke(updateContact, { id, [field]: name })).rejects.toMatchObject(refusal)
        const data = { external_id: 'unseen', ...given }
        await expect(instance.acme.invoke(putContact, data)).rejects.toMatchObject(refusal)
        const batch = await instance.acme.invoke(batchContacts, { items: [{ action: 'create', data: given }] })
        expect(batch.data.results[0]).toMatchObject({ error: refusal })
        await expect(instance.acme.invoke(importContacts, { contacts: [given] })).rejects.toMatchObject({
          code: 'validation_error',
        })
      }
      expect((await instance.acme.invoke(getContact, { id })).data).toMatchObject(seen)
    },
  )

  test('all problems are reported at once', async () => {
    const bad = { email: 'nobody', first_name: ' ', organisation_id: 'x', metadata: [], colour: 'red' }
    // @ts-expect-error the point is what the types forbid
    await expect(instance.acme.invoke(createContact, bad)).rejects.toMatchObject({
      code: 'validation_error',
      errors: {
        email: ['is invalid'],
        first_name: ["can't be blank"],
        organisation_id: ['is not a valid id'],
        metadata: ['must be an object'],
        colour: ['is not a known field'],
      },
    })
  })

  test('values that cannot be stored unchanged are rejected', async () => {
    const deep = JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`)
    for (const fields of [
      { first_name: 'a\0b' },
      { first_name: '\ud800' },
      { first_name: 'x'.repeat(256) },
      { metadata: { a: { b: ['\0'] } } },
      { metadata: { '\ud800': 1 } },
      { metadata: { a: Number.POSITIVE_INFINITY } },
      { metadata: deep },
      { metadata: { a: 'x'.repeat(33_000) } },
    ])
      await expect(create('refused@example.com', 'R', fields)).rejects.toMatchObject({ code: 'validation_error' })
  })

  test('an e-mail address and an external id are unique among live contacts of the workspace', async () => {
    const first = await create('unique@example.com', 'First', { external_id: 'crm-1' })
    await expect(create('UNIQUE@example.com', 'Second', { external_id: 'crm-1' })).rejects.toMatchObject({
      errors: { email: ['has already been taken'], external_id: ['has already been taken'] },
      message: 'Email has already been taken, External id has already been taken',
    })
    await instance.other.invoke(createContact, { email: 'unique@example.com', first_name: 'Elsewhere' })
    await instance.acme.invoke(deleteContact, { id: first.id })
    expect((await create('unique@example.com')).id).not.toBe(first.id)
  })

  test('an update replaces the given fields, and one without a difference emits no event', async () => {
    const contact = await create('change@example.com', 'Old', { metadata: { a: 1, b: 2 }, external_id: 'e' })
    const before = (await eventTypesOf(instance, instance.acme)).length
    instance.clock.now = new Date('2026-11-20T13:00:00.000Z')
    const same = await instance.acme.invoke(updateContact, { id: contact.id, first_name: 'Old' })
    expect(same.data).toEqual(contact)
    const { data } = await instance.acme.invoke(updateContact, {
      id: contact.id,
      first_name: 'New',
      external_id: null,
      metadata: { a: 2 },
    })
    expect(data).toEqual({
      ...contact,
      first_name: 'New',
      external_id: null,
      metadata: { a: 2 },
      updated_at: '2026-11-20T13:00:00.000Z',
    })
    expect((await eventTypesOf(instance, instance.acme)).slice(before)).toEqual(['contact.updated'])
    await create('taken@example.com')
    await expect(
      instance.acme.invoke(updateContact, { id: contact.id, email: 'taken@example.com' }),
    ).rejects.toMatchObject({ errors: { email: ['has already been taken'] } })
  })

  test('concurrent updates of different fields are all stored', async () => {
    const { id } = await create('together@example.com')
    const change = (fields: object) => instance.acme.invoke(updateContact, { id, ...fields })
    await Promise.all([change({ first_name: 'F' }), change({ last_name: 'L' }), change({ metadata: { m: 1 } })])
    const { data } = await instance.acme.invoke(getContact, { id })
    expect(data).toMatchObject({ first_name: 'F', last_name: 'L', metadata: { m: 1 } })
  })

  test('uniqueness problems are reported together with other problems', async () => {
    await create('first@all.example', 'First', { external_id: 'all-1' })
    const bad = { email: 'FIRST@all.example', first_name: ' ', external_id: 'all-1', organisation_id: UNKNOWN }
    await expect(instance.acme.invoke(createContact, bad)).rejects.toMatchObject({
      errors: {
        email: ['has already been taken'],
        first_name: ["can't be blank"],
        external_id: ['has already been taken'],
        organisation_id: ['does not exist'],
      },
    })
    const { id } = await create('second@all.example')
    const changes = { id, email: 'first@all.example', first_name: '' }
    await expect(instance.acme.invoke(updateContact, changes)).rejects.toMatchObject({
      errors: { email: ['has already been taken'], first_name: ["can't be blank"] },
    })
  })

  test('a filter that cannot match returns no contacts', async () => {
    expect((await instance.acme.invoke(listContacts, { email: 'nobody' })).data).toEqual([])
    expect((await instance.acme.invoke(listContacts, { external_id: 'nobody' })).data).toEqual([])
  })

  test('an upsert by external id creates and updates one contact, also with concurrent requests', async () => {
    const put = (fields: object) => instance.acme.invoke(putContact, { external_id: 'crm-77', ...fields })
    await expect(put({ last_name: 'Only' })).rejects.toMatchObject({
      errors: { email: ["can't be blank"], first_name: ["can't be blank"] },
    })
    const fields = { email: 'put@example.com', first_name: 'Put', metadata: { a: 1 } }
    const answers = await Promise.all([1, 2, 3].map(() => put(fields)))
    expect(answers.filter(({ created }) => created)).toHaveLength(1)
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect(await put({ last_name: 'Changed' })).toMatchObject({
      created: false,
      data: { email: 'put@example.com', last_name: 'Changed', external_id: 'crm-77', metadata: { a: 1 } },
    })
    const found = await instance.acme.invoke(listContacts, { external_id: 'crm-77' })
    expect(found.data.map(({ last_name }) => last_name)).toEqual(['Changed'])
  })

  test('metadata_merge merges the given keys', async () => {
    const { id } = await create('merge@example.com', 'M', {
      metadata: { plan: 'pro', crm: { stage: 1, owner: 'a' }, old: 1 },
    })
    const merge = (metadata_merge: Record<string, unknown>) =>
      instance.acme.invoke(updateContact, { id, metadata_merge })
    const { data } = await merge({
      crm: { stage: 2, owner: null },
      old: null,
      ['__proto__']: { polluted: true },
      seats: [1],
    })
    expect(data.metadata).toEqual({ plan: 'pro', crm: { stage: 2 }, ['__proto__']: { polluted: true }, seats: [1] })
    expect(Object.prototype).not.toHaveProperty('polluted')
    expect((await merge({})).data.updated_at).toBe(data.updated_at)
    await expect(merge({ text: 'x'.repeat(32_700) })).rejects.toMatchObject({
      errors: { metadata_merge: ['is too large (maximum is 32 KiB)'] },
    })
    const both = { id, metadata: {}, metadata_merge: {} }
    await expect(instance.acme.invoke(updateContact, both)).rejects.toMatchObject({
      errors: { metadata_merge: ['cannot be combined with metadata'] },
    })
  })

  test('contacts_count of an organisation follows contacts that move', async () => {
    const organisation = async (name: string) => (await instance.acme.invoke(createOrganisation, { name })).data.id
    const [from, to] = [await organisation('From'), await organisation('To')]
    const counts = async () =>
      Promise.all(
        [from, to].map(async (id) => (await instance.acme.invoke(getOrganisation, { id })).data.contacts_count),
      )
    const contact = await create('mover@example.com', 'M', { organisation_id: from })
    expect(await counts()).toEqual([1, 0])
    await instance.acme.invoke(updateContact, { id: contact.id, organisation_id: to })
    expect(await counts()).toEqual([0, 1])
    expect((await instance.acme.invoke(listContacts, { organisation_id: to })).meta.total).toBe(1)
    await instance.acme.invoke(deleteContact, { id: contact.id })
    expect(await counts()).toEqual([0, 0])
    const foreign = (await instance.other.invoke(createOrganisation, { name: 'Foreign' })).data.id
    await expect(create('foreign@example.com', 'F', { organisation_id: foreign })).rejects.toMatchObject({
      errors: { organisation_id: ['does not exist'] },
    })
  })

  test('a deleted contact is in no list, search or count', async () => {
    const contact = await create('vanish@example.com', 'Vanishing')
    await instance.acme.invoke(deleteContact, { id: contact.id })
    await expect(instance.acme.invoke(getContact, { id: contact.id })).rejects.toMatchObject({ code: 'not_found' })
    await expect(instance.acme.invoke(deleteContact, { id: contact.id })).rejects.toMatchObject({ code: 'not_found' })
    expect((await instance.acme.invoke(listContacts, { email: 'vanish@example.com' })).data).toEqual([])
    expect((await instance.acme.invoke(searchContacts, { query: 'vanishing' })).data).toEqual([])
  })

  test('a contact of another workspace is not found', async () => {
    const contact = await create('mine@example.com')
    const unknown = instance.other.invoke(getContact, { id: '00000000-0000-7000-8000-000000000000' })
    const foreign = instance.other.invoke(getContact, { id: contact.id })
    const malformed = instance.other.invoke(getContact, { id: 'nonsense' })
    const answers = await Promise.all([unknown, foreign, malformed].map((answer) => answer.catch((error) => error)))
    for (const error of answers) expect(error).toMatchObject({ code: 'not_found', message: answers[0].message })
    await expect(instance.other.invoke(updateContact, { id: contact.id, first_name: 'X' })).rejects.toThrow()
    await expect(instance.other.invoke(deleteContact, { id: contact.id })).rejects.toThrow()
  })
})

describe.each(ENGINES)('searching contacts on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
    const people = [
      ['zoe@uni-koeln.example', 'Zoé', 'Großmann'],
      ['bob@example.com', 'Bob', 'Zoeller'],
      ['ann@example.com', 'Ann', '100%_\\'],
      ['li@example.com', '李', '小龙'],
      ['x@example.com', 'Joanna', 'Bobson'],
    ]
    for (const [email = '', first_name = '', last_name = ''] of people)
      await instance.acme.invoke(createContact, { email, first_name, last_name })
  })
  afterAll(() => instance.close())

  const found = async (query: string) =>
    (await instance.acme.invoke(searchContacts, { query })).data.map((contact) => contact.email.split('@')[0])

  test.each([
    ['zoe', ['zoe', 'bob'], 'accents do not count; the beginning of a name comes before that of a word'],
    ['ZOÉ GROSS', ['zoe'], 'ß is ss'],
    ['großmann zoe', ['zoe'], 'the last name before the first'],
    ['grosmann', [], 'ß is not s'],
    ['zoé  großm', ['zoe'], 'first and last name as one, whatever the spaces'],
    ['köln', [], 'ö is o, not oe'],
    ['koeln', ['zoe'], 'a part of the e-mail'],
    ['bob', ['bob', 'x'], 'by relevance'],
    ['ann', ['ann', 'zoe', 'x'].toSorted(), 'anywhere'],
    ['an', ['ann', 'zoe', 'x'].toSorted(), 'two letters'],
    ['龙', ['li'], 'one letter at the end'],
    ['%', ['ann'], 'a wildcard is a letter'],
    ['_', ['ann'], 'so is an underscore'],
    ['\\', ['ann'], 'and a backslash'],
    ['"', [], 'a quote does no harm'],
    ['OR AND NOT (', [], 'nor do words of a query language'],
    ['q', [], 'none'],
    ['%'.repeat(200), [], 'many wildcards'],
  ])('%s', async (query, expected, why) => {
    const emails = await found(query)
    expect(expected.length > 2 ? emails.toSorted() : emails, why).toEqual(expected)
  })

  test('the list with a query returns the same contacts: by relevance, or newest first with filters and cursors', async () => {
    const listed = async (asked: object) => {
      const { data, meta } = await instance.acme.invoke(listContacts, { query: 'bob', ...asked })
      return [data.map(({ email }) => email), meta.total]
    }
    expect(await listed({ per_page: 1 })).toEqual([['bob@example.com'], 2])
    expect(await listed({ cursor: '' })).toEqual([['x@example.com', 'bob@example.com'], undefined])
    expect(await listed({ enrollment_status: 'none', per_page: 1 })).toEqual([['x@example.com'], 2])
    expect(await listed({ email: 'bob@example.com' })).toEqual([['bob@example.com'], 1])
    expect(await listed({ enrollment_status: 'unfinished' })).toEqual([[], 0])
    expect(await listed({ query: 'großm zoé', cursor: '' })).toEqual([['zoe@uni-koeln.example'], undefined])
  })

  test('a query without searchable characters is rejected instead of matching all contacts', async () => {
    const blank = { errors: { query: ["can't be blank"] } }
    for (const query of ['\u0301', '\u0301 \u0300']) {
      await expect(instance.acme.invoke(searchContacts, { query })).rejects.toMatchObject(blank)
      await expect(instance.acme.invoke(listContacts, { query, cursor: '' })).rejects.toMatchObject(blank)
    }
  })

  test('an empty query is rejected', async () => {
    await expect(instance.acme.invoke(searchContacts, { query: '  ' })).rejects.toMatchObject({
      errors: { query: ["can't be blank"] },
    })
  })

  test('a changed contact is found by its new values, and the pages contain each match once', async () => {
    const { data } = await instance.acme.invoke(createContact, { email: 'temp@example.com', first_name: 'Quirin' })
    await instance.acme.invoke(updateContact, { id: data.id, first_name: 'Xaver' })
    expect(await found('quirin')).toEqual([])
    expect(await found('xaver')).toEqual(['temp'])
    const second = await instance.acme.invoke(searchContacts, { query: 'example', per_page: 2, page: 2 })
    expect(second.data).toHaveLength(2)
    expect(second.meta).toEqual({ page: 2, per_page: 2, total: 6, total_pages: 3, total_limit: 1000 })
  })
})
