import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Engine, type Instance, openInstance, publishedGuide } from '../../test/instance.ts'
import { addMember, wait } from '../../test/people.ts'
import { insertContact } from '../contacts/store.ts'
import { newId } from '../ids.ts'
import { operations } from '../index.ts'
import { buildMetadataIndexes } from './build.ts'
import { INDEXED } from './part.ts'

const {
  batchContacts,
  checkImport,
  continueImport,
  createContact,
  createEnrollment,
  createImport,
  createOrganisation,
  deleteContact,
  deleteEnrollment,
  deleteOrganisation,
  eraseContact,
  getIndexedMetadataKeys,
  listAuditEntries,
  listContacts,
  listEnrollments,
  listOrganisations,
  restoreContacts,
  runImport,
  setIndexedMetadataKeys,
  undoImport,
  updateContact,
  updateEnrollment,
  updateOrganisation,
} = operations

type Json = Record<string, unknown>

/** Runs the upkeep until nothing is left to do: on PostgreSQL it waits for transactions that began earlier. */
async function build(instance: Instance, times = 3): Promise<void> {
  for (let time = 0; time < times; time++) {
    await buildMetadataIndexes(instance.handrail.database)
    wait(instance, { minutes: 1 })
  }
}

const setKeys = async ({ acme }: Instance, keys: string[]) =>
  (await acme.invoke(setIndexedMetadataKeys, { keys })).data.keys

/** The rows of the index as texts, and those that it should have, of some keys. */
async function indexOf({ handrail, acme }: Instance, keys: readonly string[]) {
  const { workspace_id } = acme.context.caller
  return handrail.database.read(async ({ db, tables }) => {
    const found = (await db.select().from(tables.metadata_values)).map(
      ({ key, resource, value, created_at, record_id }) => [key, resource, value, created_at, record_id].join('|'),
    )
    const expected: string[] = []
    for (const resource of INDEXED)
      for (const row of await db.select().from(tables[resource])) {
        if (row.workspace_id !== workspace_id || ('deleted_at' in row && row.deleted_at !== null)) continue
        for (const key of keys) {
          const value = Object.hasOwn(row.metadata, key) ? row.metadata[key] : null
          const text = typeof value === 'object' ? null : String(value)
          if (text !== null && text.length <= 255)
            expected.push([key, resource, text, row.created_at, row.id].join('|'))
        }
      }
    return { found: found.toSorted(), expected: expected.toSorted() }
  })
}

describe.each(ENGINES)('indexed keys of metadata, on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  test('are a setting of admins: up to 5 keys, which are indexed in the background and recorded in the audit log', async () => {
    const { acme, other, handrail } = instance
    await acme.invoke(createContact, { email: 'a@b.example', first_name: 'A', metadata: { plan: 'free' } })
    expect(await setKeys(instance, ['plan', 'seats', 'plan'])).toEqual([
      { key: 'plan', status: 'building' },
      { key: 'seats', status: 'building' },
    ])
    await build(instance)
    expect((await acme.invoke(getIndexedMetadataKeys, {})).data.keys).toEqual([
      { key: 'plan', status: 'ready' },
      { key: 'seats', status: 'ready' },
    ])
    expect((await other.invoke(getIndexedMetadataKeys, {})).data.keys).toEqual([])
    const [entry] = (await acme.invoke(listAuditEntries, {})).data
    expect(entry).toMatchObject({ action: 'workspace.changed', details: { keys: 'plan seats' } })
    // The same keys again change nothing.
    expect(await setKeys(instance, ['seats', 'plan'])).toEqual(
      (await acme.invoke(getIndexedMetadataKeys, {})).data.keys,
    )

    const six = ['a', 'b', 'c', 'd', 'e', 'f']
    await expect(setKeys(instance, six)).rejects.toMatchObject({ errors: { keys: [expect.stringContaining('5')] } })
    for (const key of ['', 'x'.repeat(101), 'a "key"', 'a\\b', 'a\u0000b'])
      await expect(setKeys(instance, ['plan', key])).rejects.toMatchObject({ code: 'validation_error' })
    const { id } = await addMember(instance, 'eve@example.com', 'editor')
    const editor = await handrail.asMember(acme.context.caller.workspace_id, id)
    await expect(editor.invoke(setIndexedMetadataKeys, { keys: [] })).rejects.toMatchObject({ code: 'forbidden' })

    // Removed keys count until their values are deleted.
    for (let round = 0; round < 3; round++)
      await setKeys(
        instance,
        six.slice(1).map((key) => `${key}${round}`),
      )
    await expect(
      setKeys(
        instance,
        six.slice(1).map((key) => `${key}9`),
      ),
    ).rejects.toMatchObject({ code: 'validation_error', codes: { keys: 'wrong_state' } })
    await build(instance)
    expect((await indexOf(instance, [])).found).toEqual([])
    expect(await setKeys(instance, [])).toEqual([])
    await build(instance)
  })

  test('find all pages among thousands of records with and without the value', async () => {
    const { acme } = instance
    await setKeys(instance, ['tier', 'team'])
    await build(instance)
    const items = (from: number) =>
      Array.from({ length: 800 }, (_, at) => ({
        action: 'create' as const,
        data: {
          email: `n${from + at}@b.example`,
          first_name: 'N',
          metadata: { tier: at % 2 ? 'gold' : 'tin', ...(at === 7 && { team: 'red' }) },
        },
      }))
    for (let part = 0; part < 3; part++) await acme.invoke(batchContacts, { items: items(part * 800) })
    const pages: number[] = []
    const ids = new Set<string>()
    for (let cursor: string | null | undefined = ''; typeof cursor === 'string'; ) {
      const page: { data: { id: string }[]; meta: { next_cursor?: string | null | undefined } } = await acme.invoke(
        listContacts,
        {
          metadata: { tier: 'gold' },
          per_page: 100,
          cursor,
        },
      )
      pages.push(page.data.length)
      for (const { id } of page.data) ids.add(id)
      cursor = page.meta.next_cursor
    }
    // Without the index, a page examines 1,000 contacts, of which half match.
    expect([pages, ids.size]).toEqual([Array(12).fill(100), 1200])
    const rare = await acme.invoke(listContacts, { metadata: { tier: 'gold', team: 'red' } })
    expect([rare.data.length, rare.meta]).toEqual([3, expect.objectContaining({ total: 3, total_pages: 1 })])
    const { meta } = await acme.invoke(listContacts, { metadata: { tier: 'gold' }, page: 10, per_page: 100 })
    expect(meta).toMatchObject({ incomplete_results: true, next_cursor: expect.any(String) })
    await setKeys(instance, [])
    await build(instance)
  })

  test('of records that were there before find the same as before they are ready', async () => {
    const { acme } = instance
    const asked = { metadata: { team: 'red' } }
    const { data: before } = await acme.invoke(listContacts, { ...asked, sort: 'name', cursor: '' })
    await setKeys(instance, ['team'])
    const { database } = instance.handrail
    await buildMetadataIndexes(database)
    wait(instance, { minutes: 1 })
    expect((await acme.invoke(listContacts, { ...asked, sort: 'name', cursor: '' })).data).toEqual(before)
    await build(instance)
    expect((await acme.invoke(getIndexedMetadataKeys, {})).data.keys).toEqual([{ key: 'team', status: 'ready' }])
    const { found, expected } = await indexOf(instance, ['team'])
    expect([found, found.length]).toEqual([expected, 3])
    // All are found on one page now.
    expect((await acme.invoke(listContacts, asked)).data).toHaveLength(3)
  })
})

/** A random number generator with a seed, so that a failure can be repeated (mulberry32). */
function random(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  // A list that is asked has an element.
  const one = <T>(list: readonly T[]) => list[below(list.length)] as T
  return { below, one }
}

const KEYS = ['plan', 'seats', 'a.key[0]']
const VALUES = [
  'free',
  'Free',
  'pro',
  '',
  5,
  5.5,
  true,
  false,
  'true',
  null,
  ['a'],
  { b: 1 },
  'x'.repeat(255),
  'ä'.repeat(256),
]
const ASKED = ['free', '', '5.5', 'true', 'null', 'x'.repeat(255)]

/** Changes of all kinds in a random order. Long because it is a list. */
async function history(instance: Instance, seed: number, length: number): Promise<void> {
  const { acme } = instance
  const { below, one } = random(seed)
  const guides = [(await publishedGuide(acme)).id, (await publishedGuide(acme)).id]
  const ids: Record<string, string[]> = { contacts: [], organisations: [], enrollments: [], deleted: [] }
  const some = (name: string) => one(ids[name] ?? [])
  const without = (name: string, id: string) => (ids[name] ?? []).filter((other) => other !== id)
  let made = 0
  const metadata = (): Json => Object.fromEntries(KEYS.filter(() => below(2) === 0).map((key) => [key, one(VALUES)]))
  const contact = () => ({ email: `${seed}-${made++}@b.example`, first_name: 'C', metadata: metadata() })

  const steps: (() => Promise<unknown>)[] = [
    async () => ids.contacts?.push((await acme.invoke(createContact, contact())).data.id),
    async () =>
      ids.organisations?.push((await acme.invoke(createOrganisation, { name: 'O', metadata: metadata() })).data.id),
    async () => {
      const input = { contact_id: some('contacts'), guide_id: one(guides), metadata: metadata() }
      ids.enrollments?.push((await acme.invoke(createEnrollment, input)).data.id)
    },
    () => acme.invoke(updateContact, { id: some('contacts'), metadata: metadata() }),
    () => acme.invoke(updateContact, { id: some('contacts'), metadata_merge: { [one(KEYS)]: one(VALUES) } }),
    () => acme.invoke(updateContact, { id: some('contacts'), first_name: `C${below(9)}` }),
    () => acme.invoke(updateOrganisation, { id: some('organisations'), metadata: metadata() }),
    () => acme.invoke(updateEnrollment, { id: some('enrollments'), metadata: metadata() }),
    async () => {
      const items = [
        { action: 'create' as const, data: contact() },
        { action: 'update' as const, id: some('contacts'), data: { metadata: metadata() } },
        { action: 'create' as const, data: { first_name: 'refused' } as never },
      ]
      const { data } = await acme.invoke(batchContacts, { items })
      ids.contacts?.push(data.results[0]?.id ?? '')
    },
    async () => {
      const id = some('contacts')
      await acme.invoke(deleteContact, { id })
      ids.contacts = without('contacts', id)
      ids.deleted?.push(id)
    },
    async () => {
      const id = some('deleted')
      await acme.invoke(restoreContacts, { ids: [id] })
      ids.deleted = without('deleted', id)
      ids.contacts?.push(id)
    },
    async () => {
      const id = some('contacts')
      await acme.invoke(eraseContact, { id })
      ids.contacts = without('contacts', id)
    },
    () => acme.invoke(deleteEnrollment, { id: some('enrollments') }),
    async () => {
      const id = some('organisations')
      await acme.invoke(deleteOrganisation, { id })
      ids.organisations = without('organisations', id)
    },
    () =>
      setKeys(
        instance,
        KEYS.filter(() => below(3) > 0),
      ),
    () => buildMetadataIndexes(instance.handrail.database),
  ]
  for (let step = 0; step < length; step++) {
    // What refers to a record that is not there is refused, and changes nothing.
    const work = below(3) === 0 ? one(steps.slice(0, 3)) : one(steps)
    await work().catch((error: { code?: string }) =>
      expect(error.code).toMatch(/^(validation_error|not_found|conflict)$/),
    )
    wait(instance, { minutes: below(2) })
  }
}

/** The answers of each list to each filter. */
async function answersOf({ acme }: Instance) {
  const answers: string[] = []
  for (const key of KEYS)
    for (const value of ASKED) {
      const asked = { metadata: { [key]: value }, per_page: 100 }
      const lists = [
        await acme.invoke(listContacts, asked),
        await acme.invoke(listOrganisations, asked),
        await acme.invoke(listEnrollments, asked),
      ]
      answers.push(`${key} ${value}: ${lists.map(({ data }) => data.map(({ id }) => id).join()).join('; ')}`)
    }
  return answers
}

describe.each(ENGINES)('the index of metadata, on %s', (engine: Engine) => {
  let instance: Instance
  afterEach(() => instance.close())

  test.each([1, 2])('has the values of all records after any history (seed %i)', async (seed) => {
    instance = await openInstance(engine)
    await history(instance, seed, 250)
    const keys = await setKeys(instance, ['plan', 'seats'])
    await build(instance)
    const half = await indexOf(
      instance,
      keys.map(({ key }) => key),
    )
    expect(half.found).toEqual(half.expected)
    const without = await answersOf(instance)
    await setKeys(instance, KEYS)
    await build(instance)
    const { found, expected } = await indexOf(instance, KEYS)
    expect(found).toEqual(expected)
    expect(found.length).toBeGreaterThan(20)
    expect(await answersOf(instance)).toEqual(without)
    await setKeys(instance, [])
    await build(instance)
    expect((await indexOf(instance, [])).found).toEqual([])
  })

  test('follows an import and its undo', async () => {
    instance = await openInstance(engine)
    const { acme } = instance
    await setKeys(instance, ['plan'])
    await build(instance)
    await acme.invoke(createContact, { email: 'old@b.example', first_name: 'O', metadata: { plan: 'free' } })
    const content = Readable.from([Buffer.from('email,name,plan\nold@b.example,O,pro\nnew@b.example,N,pro\n')])
    const { id } = (await acme.invoke(createImport, { resource: 'contacts', name: 'a.csv', content })).data
    const finish = async () => {
      while ((await acme.invoke(continueImport, { id })).data.status.endsWith('ing'));
    }
    const values = async () => {
      const { found, expected } = await indexOf(instance, ['plan'])
      expect(found).toEqual(expected)
      return found.map((row) => row.split('|')[2])
    }
    await finish()
    await acme.invoke(checkImport, { id, mapping: ['email', 'first_name', 'metadata.plan'] })
    await finish()
    await acme.invoke(runImport, { id })
    await finish()
    expect(await values()).toEqual(['pro', 'pro'])
    await acme.invoke(undoImport, { id })
    await finish()
    expect(await values()).toEqual(['free'])
  })
})

test('the index of metadata on postgres has records of a transaction that began before the key and ended after', async () => {
  const instance = await openInstance('postgres', { now: undefined })
  try {
    const { acme, handrail } = instance
    const { data: contact } = await acme.invoke(createContact, { email: 'a@b.example', first_name: 'A' })
    const isWritten = Promise.withResolvers<void>()
    const isSeen = Promise.withResolvers<void>()
    const open = handrail.database.write(async (tx) => {
      const early = { ...contact, id: newId(), email: 'early@b.example', metadata: { plan: 'free' } }
      await insertContact(tx, acme.context.caller.workspace_id, early)
      isWritten.resolve()
      await isSeen.promise
    })
    await isWritten.promise
    await setKeys(instance, ['plan'])
    for (let time = 0; time < 3; time++) await buildMetadataIndexes(handrail.database)
    expect((await acme.invoke(getIndexedMetadataKeys, {})).data.keys).toEqual([{ key: 'plan', status: 'building' }])
    isSeen.resolve()
    await open
    const status = async () => {
      await buildMetadataIndexes(handrail.database)
      return (await acme.invoke(getIndexedMetadataKeys, {})).data.keys[0]?.status
    }
    await expect.poll(status).toBe('ready')
    const { found, expected } = await indexOf(instance, ['plan'])
    expect([found, found.length]).toEqual([expected, 1])
  } finally {
    await instance.close()
  }
})
