import { randomUUID } from 'node:crypto'
import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance } from '../../../test/instance.ts'
import { CROWD } from '../../../test/plans/lists.ts'
import { MANY, openWithCrowd } from '../../../test/plans/seed-rows.ts'
import { noteStatements } from '../../../test/plans/statements.ts'
import { list, type Page, walked } from '../../../test/walk-list.ts'
import { operations } from '../../index.ts'

const {
  createContact,
  createOrganisation,
  deleteContact,
  deleteOrganisation,
  listAuditEntries,
  listContacts,
  listEmails,
  listEnrollments,
  listOrganisations,
  restoreContacts,
  updateOrganisation,
} = operations

const OLD = '01900000-0000-7000-8000-000000000001'
/** More than the maximum count. */
const ORGANISATIONS = 100_050
const EVER = '2020-01-01T00:00:00.000Z'

describe.each(ENGINES)('lists of more rows than a page examines, on %s', (engine) => {
  let notes: ReturnType<typeof noteStatements>
  let instance: Instance
  beforeAll(async () => {
    notes = noteStatements(engine)
    instance = (await openWithCrowd(engine, { named: ORGANISATIONS })).instance
    const { acme, handrail } = instance
    // The oldest of all are what is looked for.
    await handrail.database.write(async ({ db, tables: { emails, audit_entries } }) => {
      const { workspace_id } = acme.context.caller
      const times = { created_at: EVER, updated_at: EVER }
      const mail = { recipient: 'old@crowd.example', recipient_name: '', subject: 'S', attempts: 1, ...times }
      await db.insert(emails).values({ workspace_id, id: OLD, kind: 'test', status: 'sent', ...mail })
      const entry = { actor_id: CROWD, actor: 'C', door: 'api', action: 'api_key.created', details: {}, ...times }
      await db.insert(audit_entries).values({ workspace_id, id: OLD, ...entry })
    })
  })
  afterAll(async () => {
    notes.stop()
    await instance.close()
  })

  async function namesOf(ids: readonly string[]): Promise<(string | undefined)[]> {
    const rows = await instance.handrail.database.read(({ db, tables: { contacts: t } }) =>
      db.select({ id: t.id, name: t.sort_name }).from(t),
    )
    const names = new Map(rows.map(({ id, name }) => [id, name]))
    return ids.map((id) => names.get(id))
  }

  test.each([
    ['mail of a rare kind', listEmails, { kind: 'test' }],
    ['what was done rarely', listAuditEntries, { action: 'api_key.created', until: '2026-06-01T00:00:00.000Z' }],
    [
      'what one has done rarely',
      listAuditEntries,
      { action: 'api_key', actor_id: CROWD, until: '2026-06-01T00:00:00.000Z' },
    ],
    ['changes of mail of a rare kind', listEmails, { kind: 'test', updated_since: EVER }],
  ] as const)(
    '%s: cursors reach the oldest record, and no page examines more than 5,000 rows',
    async (_, operation, query) => {
      const { ids, pages } = await walked(instance, operation, query, 100)
      expect(ids.at(-1)).toBe(OLD)
      const { data, meta } = await list(instance, operation, query)
      expect(data.map(({ id }) => id)).not.toContain(OLD)
      expect(meta).toEqual({ page: 1, per_page: 25, next_cursor: expect.any(String), incomplete_results: true })
      expect(pages).toBeGreaterThanOrEqual(MANY / 5000)
    },
  )

  test('numbered pages continue past the counted records', async () => {
    const query = { domain: 'crowd.example', per_page: 100 }
    const { meta } = await list(instance, listOrganisations, query)
    expect(meta).toEqual({ page: 1, per_page: 100, total: 100_000, total_limit: 100_000, total_pages: 1000 })
    expect((await list(instance, listOrganisations, { ...query, page: 1001 })).data).toHaveLength(
      ORGANISATIONS - 100_000,
    )
    expect((await list(instance, listOrganisations, { ...query, page: 1002 })).data).toEqual([])
  })

  test('each numbered page of an unknown total has a cursor for the following records', async () => {
    const query = { action: 'api_key', per_page: 100, until: '2026-06-01T00:00:00.000Z' }
    const { data, meta } = await list(instance, listAuditEntries, query)
    expect([data, meta.total, meta.incomplete_results]).toEqual([[], undefined, true])
    const { ids, pages } = await walked(instance, listAuditEntries, query, 100, meta.next_cursor)
    expect([ids, pages + 1 >= MANY / 5000]).toEqual([[OLD], true])
    const members = { ...query, action: 'member' }
    const full = await list(instance, listAuditEntries, { ...members, page: 49 })
    const next = await list(instance, listAuditEntries, { ...members, page: 50 })
    const after = await list(instance, listAuditEntries, { ...members, cursor: full.meta.next_cursor })
    expect([full.data.length, after.data]).toEqual([100, next.data])
  })

  /** The ids of a list, read whole. */
  async function newestFirst(name: 'contacts' | 'organisations' | 'enrollments'): Promise<string[]> {
    const { workspace_id } = instance.acme.context.caller
    const rows = await instance.handrail.database.read(({ db, tables }) => {
      const t = tables[name]
      const live = name === 'contacts' ? isNull(tables.contacts.deleted_at) : undefined
      const own = db
        .select({ id: t.id })
        .from(t)
        .where(and(eq(t.workspace_id, workspace_id), live))
      return own.orderBy(desc(t.created_at), desc(t.id))
    })
    return rows.map(({ id }) => id)
  }

  test.each([
    ['contacts', listContacts, [52, 100, 149]],
    ['organisations', listOrganisations, [60, 333, 501, 900]],
    ['enrollments', listEnrollments, [120, 200, 333]],
  ] as const)(
    '%s: a page in the middle has the records of its positions, and is found near to it the third time',
    async (name, operation, pages) => {
      const ids = await newestFirst(name)
      for (let round = 0; round < 3; round++) {
        notes.take()
        for (const page of pages) {
          const { data } = await list(instance, operation, { page, per_page: 100 })
          expect(data.map(({ id }) => id)).toEqual(ids.slice((page - 1) * 100, page * 100))
        }
      }
      const offsets = notes.take().flatMap(({ values }) => values.filter((value) => typeof value === 'number'))
      expect(offsets.length).toBeGreaterThan(0)
      expect(Math.max(...offsets)).toBeLessThanOrEqual(5000)
    },
  )

  test('updated_since lists are newest first, for few and many changes', async () => {
    const { acme, clock } = instance
    const later = () => {
      clock.now = new Date(clock.now.getTime() + 1000)
    }
    later()
    const lately = clock.now.toISOString()
    const made: string[] = []
    for (const name of ['First', 'Second', 'Third']) {
      later()
      made.push((await acme.invoke(createOrganisation, { name })).data.id)
    }
    const [first = '', second = '', third = ''] = made
    later()
    await acme.invoke(updateOrganisation, { id: first, name: 'Changed' })
    await acme.invoke(deleteOrganisation, { id: second })
    later()
    const idsOf = ({ data }: Page) => data.map(({ id }) => id)
    const few = await list(instance, listOrganisations, { updated_since: lately })
    expect([idsOf(few), few.meta.total]).toEqual([[third, first], 2])
    // Of a hundred thousand and three, those of the last hours: more than are sorted.
    const since = { updated_since: '2026-01-02T11:00:00.000Z', per_page: 100 }
    const changed = ORGANISATIONS - 11 * 3600 + 1 + 2
    const many = await list(instance, listOrganisations, since)
    expect(idsOf(many).slice(0, 2)).toEqual([third, first])
    const total = ORGANISATIONS + 3
    expect(many.meta).toEqual({ page: 1, per_page: 100, total, total_pages: 1001 })
    const lengthOf = async (page: number) => (await list(instance, listOrganisations, { ...since, page })).data.length
    expect(await Promise.all([604, 605, 606].map(lengthOf))).toEqual([100, changed - 60_400, 0])
    const told = async (page: number) => {
      const { data, deleted } = await list(instance, listOrganisations, { ...since, page, include_deleted: true })
      return [data.length, deleted?.map(({ id }) => id)]
    }
    expect(await Promise.all([605, 1001].map(told))).toEqual([
      [changed - 60_400, []],
      [0, [second]],
    ])
    // A cursor of the plain list is valid for one of its changes too.
    const { data, meta } = await list(instance, listOrganisations, { cursor: '', per_page: 50 })
    const behind = await list(instance, listOrganisations, { ...since, cursor: meta.next_cursor, per_page: 50 })
    expect([...idsOf({ data, meta }), ...idsOf(behind)]).toEqual(idsOf(many))
  })

  test('by name, cursors reach every match once, in order, whatever the filter', async () => {
    const numbers = Array.from({ length: MANY }, (_, index) => String(index + 1)).filter((one) => one.includes('77'))
    const sorted = numbers.toSorted().map((number) => `crowd ${number}`)
    // Two digits are too short for the text index.
    const query = { query: '77', sort: 'name' }
    for (const order of ['asc', 'desc'] as const) {
      const { ids, pages } = await walked(instance, listContacts, { ...query, order }, 100)
      expect(await namesOf(ids)).toEqual(order === 'asc' ? sorted : sorted.toReversed())
      expect(pages).toBeGreaterThanOrEqual(MANY / 5000)
    }
    const { data, meta } = await list(instance, listContacts, { ...query, per_page: 100 })
    expect(data.length).toBeLessThan(100)
    expect(meta).toEqual({ page: 1, per_page: 100, next_cursor: expect.any(String), incomplete_results: true })
  })

  test('deep pages are read from the nearer end', async () => {
    const { acme } = instance
    const { meta } = await acme.invoke(listContacts, { sort: 'name', per_page: 100 })
    const last = await acme.invoke(listContacts, { sort: 'name', per_page: 100, page: meta.total_pages ?? 0 })
    const first = await acme.invoke(listContacts, { sort: 'name', order: 'desc', per_page: 100 })
    const ids = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id)
    expect(ids(last).toReversed()).toEqual(ids(first).slice(0, last.data.length))
  })

  test('by a related record, cursors reach every match once, and no page examines more than 5,000 rows of a group', async () => {
    const all = await walked(instance, listContacts, { sort: 'organisation_name' }, 100)
    expect([all.ids.length, new Set(all.ids).size]).toEqual([MANY + 1, MANY + 1])
    // Two letters are too short for the text index.
    const some = await walked(instance, listContacts, { sort: 'organisation_name', query: '77' }, 100)
    const numbers = Array.from({ length: MANY }, (_, index) => String(index + 1)).filter((one) => one.includes('77'))
    expect([some.ids.length, new Set(some.ids).size]).toEqual([numbers.length, numbers.length])
    expect(some.pages).toBeGreaterThanOrEqual(MANY / 5000)
    for (const sort of ['latest_enrollment_at', 'last_activity_at']) {
      const found = await walked(instance, listContacts, { sort, query: '77' }, 100)
      expect(found.ids.toSorted()).toEqual(some.ids.toSorted())
    }
    // Where no row with a group can match, none is examined.
    const never = await walked(instance, listContacts, { sort: 'latest_enrollment_at', enrollment_status: 'none' })
    expect(never).toEqual({ ids: [], pages: 1 })
    const named = await walked(instance, listOrganisations, { sort: 'domain', order: 'desc', name: '77' }, 100)
    const organisations = Array.from({ length: ORGANISATIONS }, (_, index) => String(index + 1)).filter((one) =>
      one.includes('77'),
    )
    expect([named.ids.length, new Set(named.ids).size]).toEqual([organisations.length, organisations.length])
    for (const sort of ['status', 'guide_title']) {
      const found = await walked(instance, listEnrollments, { sort, query: '77' }, 100)
      expect(new Set(found.ids).size).toBe(found.ids.length)
      expect(found.ids.length).toBe(numbers.length)
    }
  })

  test('by a related record, contacts of a guide follow each other by their newest enrollment in it, each once', async () => {
    const { acme, handrail } = instance
    const { workspace_id } = acme.context.caller
    const query = { guide_id: CROWD, query: '77' }
    const { ids } = await walked(instance, listContacts, query, 100)
    const again = [ids[0], ids[100], ids.at(-1)]
    const enrollments = await handrail.database.write(async ({ db, tables: { enrollments: t } }) => {
      const inGuide = and(eq(t.workspace_id, workspace_id), eq(t.guide_id, CROWD), inArray(t.contact_id, ids))
      for (const row of await db.select().from(t).where(inGuide)) {
        const at = again.indexOf(row.contact_id)
        if (at < 0) continue
        const created_at = `2027-01-0${at + 1}T00:00:00.000Z`
        const more = { id: randomUUID(), token_hash: `again ${at}`, status: 'completed' as const, created_at }
        await db.insert(t).values({ ...row, ...more, is_latest: false, last_activity_at: at === 1 ? null : created_at })
      }
      return db.select().from(t).where(inGuide)
    })
    const newest = new Map(
      enrollments
        .toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))
        .map((one) => [one.contact_id, { ...one, key: `${one.created_at} ${one.id}` }]),
    )
    for (const order of ['asc', 'desc'] as const) {
      const byTime = [...newest.values()].toSorted((a, b) => (a.key < b.key === (order === 'asc') ? -1 : 1))
      const expected = byTime.map(({ contact_id }) => contact_id)
      const found = await walked(instance, listContacts, { ...query, sort: 'latest_enrollment_at', order }, 100)
      expect(found.ids).toEqual(expected)
      expect(found.pages).toBeGreaterThanOrEqual(MANY / 5000)
      const active = await walked(instance, listContacts, { ...query, sort: 'last_activity_at', order }, 100)
      // The activity of the crowd is in the order of its enrollments.
      expect(active.ids).toEqual([...expected.filter((id) => id !== again[1]), again[1]])
    }
  })

  test('by a related record, numbered pages cover the first 5,000 rows, and the last one has a cursor for the rest', async () => {
    const query = { sort: 'organisation_name', per_page: 100 }
    const { data, meta } = await list(instance, listContacts, { ...query, page: 50 })
    expect(meta).toMatchObject({ total: 5000, total_limit: 5000, total_pages: 50 })
    const next = await list(instance, listContacts, { ...query, cursor: meta.next_cursor })
    const { ids } = await walked(instance, listContacts, { sort: 'organisation_name' }, 100)
    expect([...data, ...next.data].map(({ id }) => id)).toEqual(ids.slice(4900, 5100))
    expect((await list(instance, listContacts, { ...query, page: 51 })).data).toEqual([])
  })

  test('a page in the middle moves with each record that is created, deleted or restored', async () => {
    const { acme } = instance
    const query = { page: 90, per_page: 100 }
    const same = async () => {
      const ids = await newestFirst('contacts')
      for (let round = 0; round < 3; round++) {
        const { data } = await list(instance, listContacts, query)
        expect(data.map(({ id }) => id)).toEqual(ids.slice(8900, 9000))
      }
      return ids
    }
    const ids = await same()
    const { data: made } = await acme.invoke(createContact, { email: 'newer@example.com', first_name: 'N' })
    expect((await same())[0]).toBe(made.id)
    for (const id of [ids[19_990] ?? '', ids[10] ?? '', made.id]) {
      await acme.invoke(deleteContact, { id })
      await same()
    }
    await acme.invoke(restoreContacts, { ids: [ids[19_990] ?? ''] })
    await same()
  })

  test('positions that are counted while others create records are right', async () => {
    const { acme } = instance
    // Ends the positions that were counted before.
    await acme.invoke(deleteOrganisation, { id: (await newestFirst('organisations'))[77_777] ?? '' })
    await list(instance, listOrganisations, { page: 500, per_page: 100 })
    const reading = [400, 600, 500].map((page) => list(instance, listOrganisations, { page, per_page: 100 }))
    for (let number = 0; number < 20; number++) await acme.invoke(createOrganisation, { name: `Beside ${number}` })
    await Promise.all(reading)
    const ids = await newestFirst('organisations')
    for (const page of [300, 500, 700]) {
      const { data } = await list(instance, listOrganisations, { page, per_page: 100 })
      expect(data.map(({ id }) => id)).toEqual(ids.slice((page - 1) * 100, page * 100))
    }
  })
})
