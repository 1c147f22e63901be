import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Bound, createHandrail, type Handrail, operations } from '../src/index.ts'
import { ENGINES, eventsOf, type Instance, openInstance, publishedGuide, SECRET } from './instance.ts'

const {
  askQuestion,
  createContact,
  createEnrollment,
  createOrganisation,
  createParticipant,
  createWebhookEndpoint,
  deleteContact,
  deleteEnrollment,
  deleteOrganisation,
  deleteWebhookEndpoint,
  getContact,
  getEnrollment,
  inviteParticipant,
  listContacts,
  listEnrollments,
  listMessages,
  listOrganisations,
  listParticipants,
  listWebhookEndpoints,
  updateContact,
} = operations

interface Told {
  data: unknown[]
  deleted?: { id: string; deleted_at: string }[] | undefined
  meta: object
}

const EVER = '1970-01-01T00:00:00.000Z'

describe.each(ENGINES)('synchronising by updated_since on %s', (engine) => {
  let instance: Instance
  let acme: Bound
  const others: Handrail[] = []
  beforeEach(async () => {
    // With the clock of the engine, because the test is about the times of changes.
    instance = await openInstance(engine, { now: undefined, poolSize: 10 })
    acme = instance.acme
  })
  afterEach(async () => {
    for (const other of others.splice(0)) await other.close()
    await instance.close()
  })

  /** The workspace through another process: on PostgreSQL a second instance. */
  async function elsewhere(): Promise<Bound> {
    if (engine === 'sqlite') return acme
    const other = await createHandrail({
      database: instance.database,
      secret: SECRET,
      upkeep: false,
      webhooks: { deliver: false },
    })
    others.push(other)
    return other.asSystem(acme.context.caller.workspace_id)
  }

  /** A client that remembers the newest time that it has seen, and follows cursors. */
  function poller() {
    const seen = new Map<string, string>()
    let newest = EVER
    const see = (records: readonly { id: string; updated_at: string }[]) => {
      for (const { id, updated_at } of records) {
        seen.set(id, updated_at)
        if (updated_at > newest) newest = updated_at
      }
    }
    const poll = async () => {
      const since = newest
      let cursor: string | null | undefined = ''
      while (typeof cursor === 'string') {
        const input = { updated_since: since, per_page: 7, cursor }
        const page: Awaited<ReturnType<typeof contacts>> = await contacts(input)
        see(page.data)
        cursor = page.meta.next_cursor
      }
    }
    return { seen, poll, newest: see }
  }
  const contacts = (input: { updated_since: string; per_page: number; cursor: string }) =>
    acme.invoke(listContacts, input)

  test('misses no change, regardless of concurrent writes to one organisation', async () => {
    const { data: hot } = await acme.invoke(createOrganisation, { name: 'Hot' })
    const doors = [acme, await elsewhere()]
    const made: string[] = []
    let writing = true
    const writer = async (number: number) => {
      for (let i = 0; i < 12; i++) {
        const door = doors[i % doors.length] as Bound
        const fields = { email: `w${number}-${i}@example.com`, first_name: 'A' }
        const { data } = await door.invoke(createContact, i % 2 ? { ...fields, organisation_id: hot.id } : fields)
        made.push(data.id)
        if (i % 3 === 0) await door.invoke(updateContact, { id: data.id, last_name: `${i}` })
      }
    }
    const { seen, poll } = poller()
    const polling = (async () => {
      while (writing) {
        await poll()
        await sleep(1)
      }
    })()
    await Promise.all(Array.from({ length: 8 }, (_, number) => writer(number)))
    writing = false
    await polling
    await poll()
    const { data: all } = await acme.invoke(listContacts, { per_page: 100 })
    expect(made.filter((id) => !seen.has(id))).toEqual([])
    expect(all.filter(({ id, updated_at }) => seen.get(id) !== updated_at)).toEqual([])
  }, 60_000)

  test.each([
    ['', 0],
    [', also where a commit is stamped later than the poll', 3_600_000],
  ])('leaves changes that may still be preceded by others to the next poll%s', async (_where, ahead) => {
    const { database } = instance.handrail
    let advance: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      advance = resolve
    })
    let began: () => void = () => undefined
    const begun = new Promise<void>((resolve) => {
      began = resolve
    })
    const { data: late } = await acme.invoke(createContact, { email: 'late@example.com', first_name: 'Late' })
    await sleep(5)
    const slow = database.write(async ({ db, tables: { contacts: table }, stamp }) => {
      began()
      await held
      await db.update(table).set({ updated_at: stamp })
    })
    await begun
    await sleep(5)
    const { seen, poll } = poller()
    if (engine === 'sqlite') advance()
    const { data: quick } = await acme.invoke(createContact, { email: 'quick@example.com', first_name: 'Quick' })
    if (ahead > 0)
      await database.write(({ db, tables: { events } }) =>
        db.update(events).set({ occurred_at: new Date(Date.now() + ahead).toISOString() }),
      )
    await poll()
    advance()
    await slow
    await poll()
    const { data } = await acme.invoke(getContact, { id: late.id })
    expect(seen.get(late.id)).toBe(data.updated_at)
    expect(seen.has(quick.id)).toBe(true)
  })

  test('finds a record that changed after its page was read', async () => {
    const ids: string[] = []
    for (let i = 0; i < 4; i++)
      ids.push((await acme.invoke(createContact, { email: `${i}@example.com`, first_name: 'A' })).data.id)
    const input = { updated_since: EVER, per_page: 2, cursor: '' }
    const first = await contacts(input)
    await sleep(5)
    // A record of the page that was read, then one of the next page.
    await acme.invoke(updateContact, { id: ids[3] ?? '', last_name: 'passed' })
    await sleep(5)
    await acme.invoke(updateContact, { id: ids[0] ?? '', last_name: 'ahead' })
    const second = await contacts({ ...input, cursor: first.meta.next_cursor ?? '' })
    const newest =
      [...first.data, ...second.data]
        .map(({ updated_at }) => updated_at)
        .toSorted()
        .at(-1) ?? EVER
    // A list ends before the oldest transaction that is open, which may be one of the upkeep.
    await expect
      .poll(async () => {
        const next = await contacts({ ...input, updated_since: newest, per_page: 100 })
        return next.data.map(({ last_name }) => last_name)
      })
      .toEqual(expect.arrayContaining(['passed', 'ahead']))
  })

  test('skips no record of concurrent writes that share a commit', async () => {
    const ids: string[] = []
    for (let i = 0; i < 4; i++)
      ids.push((await acme.invoke(createContact, { email: `${i}@example.com`, first_name: 'A' })).data.id)
    const { database } = instance.handrail
    let advance: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      advance = resolve
    })
    let written: () => void = () => undefined
    const both = new Promise<void>((resolve) => {
      written = resolve
    })
    const touch = (id: string, then: () => Promise<void>) =>
      database.write(async ({ db, tables: { contacts: table }, stamp }) => {
        await db.update(table).set({ updated_at: stamp }).where(eq(table.id, id))
        await then()
      })
    // Concurrent requests share a commit on SQLite: one for the first page, then one for the second.
    const writing = Promise.all([
      touch(ids[3] ?? '', async () => void (await sleep(5))),
      touch(ids[0] ?? '', async () => {
        written()
        await held
      }),
    ])
    await both
    await sleep(5)
    const { seen, poll, newest } = poller()
    const input = { updated_since: EVER, per_page: 2, cursor: '' }
    const first = await contacts(input)
    advance()
    await writing
    const second = await contacts({ ...input, cursor: first.meta.next_cursor ?? '' })
    newest([...first.data, ...second.data])
    await poll()
    const { data } = await acme.invoke(getContact, { id: ids[3] ?? '' })
    expect(seen.get(ids[3] ?? '')).toBe(data.updated_at)
  })

  test('includes records moved by another change, with a new time and an event of their own', async () => {
    const { data: from } = await acme.invoke(createOrganisation, { name: 'From' })
    const { data: to } = await acme.invoke(createOrganisation, { name: 'To' })
    const fields = { email: 'zoe@example.com', first_name: 'Zoé', organisation_id: from.id }
    const { data: contact } = await acme.invoke(createContact, fields)
    const guide = await publishedGuide(acme)
    const ids = { contact_id: contact.id, guide_id: guide.id }
    const { data: enrollment } = await acme.invoke(createEnrollment, ids)
    const after = async (act: () => Promise<unknown>) => {
      const before = (await eventsOf(instance, acme)).length
      await sleep(5)
      await act()
      return (await eventsOf(instance, acme))
        .slice(before)
        .map(({ type, data }) => ({ type, of: data.organisation_id }))
    }
    const times = async () => [
      (await acme.invoke(getContact, { id: contact.id })).data.updated_at,
      (await acme.invoke(getEnrollment, { id: enrollment.id })).data.updated_at,
    ]
    const [, enrolled] = await times()
    const moved = await after(() => acme.invoke(updateContact, { id: contact.id, organisation_id: to.id }))
    expect(moved).toEqual([
      { type: 'contact.updated', of: to.id },
      { type: 'enrollment.updated', of: to.id },
    ])
    const [contactMoved = '', enrollmentMoved = ''] = await times()
    expect(enrollmentMoved > (enrolled ?? '')).toBe(true)
    const deleted = await after(() => acme.invoke(deleteOrganisation, { id: to.id }))
    expect(deleted).toEqual([
      { type: 'contact.updated', of: null },
      { type: 'enrollment.updated', of: null },
      { type: 'organisation.deleted', of: undefined },
    ])
    const [contactLeft = '', enrollmentLeft = ''] = await times()
    expect([contactLeft > contactMoved, enrollmentLeft > enrollmentMoved]).toEqual([true, true])
    expect((await acme.invoke(getEnrollment, { id: enrollment.id })).data.contact.organisation_id).toBe(null)
  })

  test('includes enrollments and participants whose names change with their contact', async () => {
    const person = async (name: string) =>
      (await acme.invoke(createContact, { email: `${name}@example.com`, first_name: name })).data
    const [zoe, ann] = [await person('zoe'), await person('ann')]
    const guide = await publishedGuide(acme)
    const { data: enrollment } = await acme.invoke(createEnrollment, { contact_id: zoe.id, guide_id: guide.id })
    const { id } = enrollment
    await acme.invoke(createParticipant, { id, contact_id: ann.id })
    await sleep(5)
    // Newer ones, because a client sees the newest record that it has seen again.
    const bob = await person('bob')
    await acme.invoke(createEnrollment, { contact_id: bob.id, guide_id: guide.id })
    await acme.invoke(createParticipant, { id, contact_id: bob.id })
    type Copy = Map<string, { id: string }>
    const copies: Record<'enrollments' | 'participants', Copy> = { enrollments: new Map(), participants: new Map() }
    const byId = (records: readonly { id: string }[]) => records.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const newest = { enrollments: EVER, participants: EVER }
    const take = <R extends { id: string; updated_at: string }>(kind: keyof typeof copies, records: readonly R[]) => {
      for (const record of records) {
        copies[kind].set(record.id, record)
        if (record.updated_at > newest[kind]) newest[kind] = record.updated_at
      }
    }
    const poll = async () => {
      take('enrollments', (await acme.invoke(listEnrollments, { updated_since: newest.enrollments })).data)
      take('participants', (await acme.invoke(listParticipants, { id, updated_since: newest.participants })).data)
    }
    await expect
      .poll(async () => {
        await poll()
        return [copies.enrollments.size, copies.participants.size]
      })
      .toEqual([2, 2])
    for (const change of [
      { id: zoe.id, last_name: 'Baker' },
      { id: zoe.id, first_name: 'Zoé' },
      { id: ann.id, last_name: 'Archer' },
      { id: ann.id, email: 'ann.archer@example.com' },
    ]) {
      await sleep(5)
      await acme.invoke(updateContact, change)
      // A list ends before the oldest transaction that is open, which may be one of the upkeep.
      await expect
        .poll(async () => {
          await poll()
          return [byId([...copies.enrollments.values()]), byId([...copies.participants.values()])]
        })
        .toEqual([
          byId((await acme.invoke(listEnrollments, {})).data),
          byId((await acme.invoke(listParticipants, { id })).data),
        ])
    }
    const before = (await acme.invoke(getEnrollment, { id })).data.updated_at
    await sleep(5)
    await acme.invoke(updateContact, { id: zoe.id, metadata: { plan: 'pro' } })
    expect((await acme.invoke(getEnrollment, { id })).data.updated_at).toBe(before)
  })

  test('includes what participants did when one of them becomes the primary contact', async () => {
    const person = async (name: string) =>
      (await acme.invoke(createContact, { email: `${name}@example.com`, first_name: name })).data
    const [pia, ann, bob] = [await person('pia'), await person('ann'), await person('bob')]
    const guide = await publishedGuide(acme)
    const { data: enrollment } = await acme.invoke(createEnrollment, { contact_id: pia.id, guide_id: guide.id })
    const { id } = enrollment
    const { data: participant } = await acme.invoke(createParticipant, { id, contact_id: ann.id })
    const link = await instance.handrail.asContact(enrollment.access_token)
    await link.invoke(inviteParticipant, { email: bob.email, first_name: 'bob' })
    for (const token of [enrollment.access_token, participant.access_token ?? ''])
      await (await instance.handrail.asContact(token)).invoke(askQuestion, { body: 'Where?' })
    const read = async (since = EVER) => [
      (await acme.invoke(listMessages, { id, updated_since: since })).data,
      (await acme.invoke(listParticipants, { id, updated_since: since })).data,
    ]
    await expect.poll(async () => (await read()).map(({ length }) => length)).toEqual([2, 2])
    const before = (await read()).flat().map(({ updated_at }) => updated_at)
    await sleep(5)
    await acme.invoke(deleteContact, { id: pia.id })
    const since = before.toSorted().at(-1) ?? EVER
    const later = new Date(Date.parse(since) + 1).toISOString()
    // Both messages are of another person in the enrollment, and Bob was invited by one.
    await expect.poll(async () => (await read(later)).map(({ length }) => length)).toEqual([2, 1])
  })

  test('can include deletions of every listed kind', async () => {
    const { data: organisation } = await acme.invoke(createOrganisation, { name: 'Gone' })
    const { data: contact } = await acme.invoke(createContact, { email: 'gone@example.com', first_name: 'Gone' })
    const guide = await publishedGuide(acme)
    const { data: enrollment } = await acme.invoke(createEnrollment, { contact_id: contact.id, guide_id: guide.id })
    const url = 'https://receiver.example.com/hook'
    const { data: endpoint } = await acme.invoke(createWebhookEndpoint, { url, events: ['*'] })
    await acme.invoke(deleteEnrollment, { id: enrollment.id })
    await acme.invoke(deleteContact, { id: contact.id })
    await acme.invoke(deleteOrganisation, { id: organisation.id })
    await acme.invoke(deleteWebhookEndpoint, { id: endpoint.id })
    const all = { include_deleted: true, updated_since: EVER }
    const lists: [string, (input: Partial<typeof all>) => Promise<Told>][] = [
      [enrollment.id, (input) => acme.invoke(listEnrollments, input)],
      [contact.id, (input) => acme.invoke(listContacts, input)],
      [organisation.id, (input) => acme.invoke(listOrganisations, input)],
      [endpoint.id, (input) => acme.invoke(listWebhookEndpoints, input)],
    ]
    for (const [id, list] of lists) {
      const told = await list(all)
      expect(told.deleted).toEqual([{ id, deleted_at: expect.stringMatching(/^\d{4}-.*Z$/) }])
      expect(told.meta).toMatchObject({ total: told.data.length + 1 })
      const later = new Date(Date.parse(told.deleted?.[0]?.deleted_at ?? '') + 1).toISOString()
      const since = await list({ ...all, updated_since: later })
      expect(since.deleted).toEqual([])
      expect(await list({})).not.toHaveProperty('deleted')
    }
    const other = await instance.other.invoke(listContacts, { include_deleted: true })
    expect(other.deleted).toEqual([])
  })

  test.each(['page', 'cursor'])('returns records, then deletions, by %s', async (how) => {
    const ids: string[] = []
    for (let i = 0; i < 7; i++)
      ids.push((await acme.invoke(createContact, { email: `${i}@example.com`, first_name: 'A' })).data.id)
    for (const id of ids.slice(0, 3)) await acme.invoke(deleteContact, { id })
    const told: string[] = []
    let cursor: string | null | undefined = ''
    for (let page = 1; page < 9 && typeof cursor === 'string'; page++) {
      const key = how === 'page' ? { page } : { cursor }
      const answer: Awaited<ReturnType<typeof contacts>> = await acme.invoke(listContacts, {
        include_deleted: true,
        per_page: 2,
        ...key,
      })
      told.push(...answer.data.map(({ id }) => id), ...(answer.deleted ?? []).map(({ id }) => id))
      if (how === 'cursor') cursor = answer.meta.next_cursor
      else if (page === answer.meta.total_pages) cursor = null
    }
    expect(told.slice(0, 4).toSorted()).toEqual(ids.slice(3).toSorted())
    expect(told.slice(4)).toEqual(ids.slice(0, 3).toReversed())
  })
})
