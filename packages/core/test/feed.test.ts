import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Bound, createHandrail, type Handrail, operations } from '../src/index.ts'
import { ENGINES, type Instance, openInstance, publishedGuide, SECRET } from './instance.ts'

const {
  completeStep,
  createContact,
  createEnrollment,
  createOrganisation,
  getContact,
  getEnrollment,
  listEvents,
  updateContact,
  updateEnrollment,
  updateOrganisation,
} = operations

describe.each(ENGINES)('events as a feed on %s', (engine) => {
  let instance: Instance
  let acme: Bound
  let doors: Bound[]
  const others: Handrail[] = []
  beforeEach(async () => {
    // With the clock of the engine, because the test is about the order of commits.
    instance = await openInstance(engine, { now: undefined, poolSize: 10 })
    acme = instance.acme
    doors = [acme, await elsewhere()]
  })
  afterEach(async () => {
    for (const other of others.splice(0)) await other.close()
    await instance.close()
  })

  /** The workspace through another process: on PostgreSQL a second instance. */
  async function elsewhere(): Promise<Bound> {
    if (engine === 'sqlite') return acme
    const options = { database: instance.database, secret: SECRET, upkeep: false, webhooks: { deliver: false } }
    const other = await createHandrail({ ...options, poolSize: 10 })
    others.push(other)
    return other.asSystem(acme.context.caller.workspace_id)
  }

  function follower(filters: { event?: string; subject_id?: string } = {}) {
    const seen: { id: string; event: string; sequence: number; data: Record<string, unknown> }[] = []
    let cursor: string | undefined
    const follow = async (per_page = 7) => {
      for (let more = true; more; ) {
        const { data, meta } = await acme.invoke(listEvents, {
          ...{ order: 'oldest' as const, per_page, ...filters },
          ...(cursor !== undefined && { cursor }),
        })
        seen.push(...data)
        cursor = meta.next_cursor ?? undefined
        more = meta.has_more ?? false
      }
    }
    return { seen, follow, cursor: () => cursor }
  }

  const newest = async () => (await acme.invoke(listEvents, { per_page: 100 })).data
  /** Waits for the clock to advance: events within the current millisecond may still be added. */
  const aMoment = () => sleep(5)
  /** Waits until the feed reaches the current time: open transactions of the server may delay it. */
  const settled = async () => {
    const now = new Date(Date.now() + 1).toISOString()
    const until = async () => (await acme.invoke(listEvents, { order: 'oldest', per_page: 1 })).meta.settled_until ?? ''
    await expect.poll(async () => (await until()) > now, { interval: 5 }).toBe(true)
  }

  test('of simultaneous changes of one record through two processes, the highest sequence is the last', async () => {
    const { data: contact } = await acme.invoke(createContact, { email: 'hot@example.com', first_name: 'Hot' })
    const { data: organisation } = await acme.invoke(createOrganisation, { name: 'Hot' })
    const guide = await publishedGuide(acme)
    const { data: enrollment } = await acme.invoke(createEnrollment, { contact_id: contact.id, guide_id: guide.id })
    for (let round = 0; round < 6; round++) {
      await Promise.all(
        Array.from({ length: 8 }, (_, number) => doors[number % 2] as Bound).flatMap((door, number) => [
          door.invoke(updateContact, { id: contact.id, last_name: `${round}-${number}` }),
          door.invoke(updateOrganisation, { id: organisation.id, name: `${round}-${number}` }),
          door.invoke(updateEnrollment, { id: enrollment.id, metadata: { round, number } }),
        ]),
      )
      const all = follower()
      await settled()
      await all.follow(100)
      const last = (id: string) =>
        all.seen
          .filter(({ data }) => data.id === id)
          .reduce((one, other) => (one.sequence > other.sequence ? one : other))
      const { data: now } = await acme.invoke(getContact, { id: contact.id })
      expect(last(contact.id).data.last_name).toBe(now.last_name)
      const { data: enrolled } = await acme.invoke(getEnrollment, { id: enrollment.id })
      expect(last(enrollment.id).data.metadata).toEqual(enrolled.metadata)
      const sequences = all.seen.map(({ sequence }) => sequence)
      expect(new Set(sequences).size).toBe(sequences.length)
      expect(Math.min(...sequences)).toBeGreaterThan(0)
    }
  }, 60_000)

  test('returns every event once, regardless of concurrent writes', async () => {
    const { data: hot } = await acme.invoke(createOrganisation, { name: 'Hot' })
    let writing = true
    const made = new Set<string>()
    const writer = async (number: number) => {
      for (let i = 0; i < 12; i++) {
        const fields = {
          email: `w${number}-${i}@example.com`,
          first_name: 'A',
          ...(i % 2 && { organisation_id: hot.id }),
        }
        made.add((await (doors[i % 2] as Bound).invoke(createContact, fields)).data.id)
      }
    }
    const { seen, follow } = follower()
    const following = (async () => {
      while (writing) {
        await follow()
        await sleep(1)
      }
    })()
    await Promise.all(Array.from({ length: 8 }, (_, number) => writer(number)))
    writing = false
    await following
    await settled()
    await follow()
    const told = seen.filter(({ event }) => event === 'contact.created').map(({ data }) => data.id)
    expect(told.toSorted()).toEqual([...made].toSorted())
  }, 60_000)

  test('leaves events that may still be preceded by others to the next page', async () => {
    const { follow, seen } = follower()
    const held = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const { data: contact } = await acme.invoke(createContact, { email: 'late@example.com', first_name: 'Late' })
    await settled()
    await follow()
    const slow = instance.handrail.database.write(async (tx) => {
      begun.resolve()
      await held.promise
      const { events } = tx.tables
      const row = { workspace_id: acme.context.caller.workspace_id, type: 'contact.updated', occurred_at: tx.stamp }
      await tx.db.insert(events).values({ ...row, id: `evt_${'0'.repeat(32)}`, data: `{"id":"${contact.id}"}` })
    })
    await begun.promise
    await aMoment()
    if (engine === 'sqlite') held.resolve()
    await acme.invoke(createOrganisation, { name: 'Quick' })
    await aMoment()
    if (engine === 'postgres') {
      await follow()
      expect(seen.map(({ event }) => event)).toEqual(['contact.created'])
    }
    held.resolve()
    await slow
    await settled()
    await follow()
    expect(seen.map(({ event }) => event)).toEqual(['contact.created', 'contact.updated', 'organisation.created'])
    expect(seen[1]?.sequence, 'of a former release').toBe(0)
  })

  test('continues by cursor, returns new events, and supports filters and a start', async () => {
    const { follow, seen, cursor } = follower({ event: 'organisation.created' })
    await follow()
    expect([seen, typeof cursor()]).toEqual([[], 'string'])
    for (const name of ['One', 'Two', 'Three']) await acme.invoke(createOrganisation, { name })
    await acme.invoke(createContact, { email: 'a@example.com', first_name: 'A' })
    await settled()
    await follow(2)
    expect(seen.map(({ data }) => data.name)).toEqual(['One', 'Two', 'Three'])
    const since = new Date(Date.now() + 60_000).toISOString()
    const later = await acme.invoke(listEvents, { order: 'oldest', since })
    expect(later).toMatchObject({ data: [], meta: { has_more: false, settled_until: expect.any(String) } })
    const refused = async (input: object) =>
      acme
        .invoke(listEvents, { order: 'oldest', ...input })
        .catch(({ errors }: { errors: object }) => Object.keys(errors))
    expect(await refused({ cursor: 'made up' })).toEqual(['cursor'])
    expect(await refused({ cursor: (await acme.invoke(listEvents, { per_page: 1 })).meta.next_cursor })).toEqual([
      'cursor',
    ])
    expect((await newest()).map(({ event }) => event)[0]).toBe('contact.created')
  })

  const namesOf = (events: readonly { data: unknown }[]) =>
    // The data of events about organisations.
    events.map(({ data }) => (data as { name: string }).name)
  const asked = { order: 'oldest', event: 'organisation.created', per_page: 1 } as const

  test('takes its times beside the cursor, on every page', async () => {
    const createAt = async (name: string) => {
      const { data } = await acme.invoke(createOrganisation, { name })
      await sleep(5)
      return data.created_at
    }
    await createAt('Before')
    const since = await createAt('A')
    await createAt('B')
    const until = await createAt('C')
    await createAt('After')
    await settled()
    const names: string[] = []
    let cursor: string | undefined
    for (let more: boolean | undefined = true; more; ) {
      const page: Awaited<ReturnType<typeof feed>> = await feed({ since, until, ...(cursor && { cursor }) })
      names.push(...namesOf(page.data))
      cursor = page.meta.next_cursor ?? ''
      more = page.meta.has_more
    }
    expect(names).toEqual(['A', 'B', 'C'])
    const rest = { cursor: cursor ?? '' }
    expect(namesOf((await feed(rest)).data)).toEqual(['After'])
    expect((await feed({ ...rest, since: new Date(Date.now() + 60_000).toISOString() })).data).toEqual([])
  })

  const feed = (input: { since?: string; until?: string; cursor?: string }) =>
    acme.invoke(listEvents, { ...asked, ...input })

  test('begins with the events that are kept, so that it can be continued', async () => {
    await acme.invoke(createOrganisation, { name: 'Long ago' })
    const long = new Date(Date.now() - 31 * 86_400_000).toISOString()
    await instance.handrail.database.write(({ db, tables: { events } }) => db.update(events).set({ occurred_at: long }))
    for (const name of ['A', 'B']) await acme.invoke(createOrganisation, { name })
    await settled()
    for (const since of [{}, { since: '1970-01-01T00:00:00Z' }]) {
      const first = await feed(since)
      const second = await feed({ ...since, cursor: first.meta.next_cursor ?? '' })
      expect(namesOf([...first.data, ...second.data])).toEqual(['A', 'B'])
    }
  })

  test('enrollment.updated is emitted for progress too', async () => {
    const { data: contact } = await acme.invoke(createContact, { email: 'p@example.com', first_name: 'P' })
    const guide = await publishedGuide(acme)
    const { data: enrollment } = await acme.invoke(createEnrollment, { contact_id: contact.id, guide_id: guide.id })
    const steps = guide.sections.flatMap((section) => section.steps.map(({ id }) => id))
    for (const step_id of steps) await acme.invoke(completeStep, { id: enrollment.id, step_id })
    await settled()
    const { follow, seen } = follower({ subject_id: enrollment.id })
    await follow()
    const copied = seen.filter(({ event }) => event.startsWith('enrollment.'))
    expect(copied.map(({ event, data }) => [event, data.progress_percentage])).toEqual([
      ['enrollment.created', 0],
      ['enrollment.started', 0],
      ['enrollment.updated', 33.3],
      ['enrollment.updated', 66.7],
      ['enrollment.completed', 100],
    ])
  })
})

describe('the cursor of a feed', () => {
  test('that is older than the retention is rejected, because events are missing', async () => {
    const instance = await openInstance('sqlite')
    await instance.acme.invoke(createOrganisation, { name: 'One' })
    const { meta } = await instance.acme.invoke(listEvents, { order: 'oldest' })
    instance.clock.now = new Date(instance.clock.now.getTime() + 31 * 86_400_000)
    const cursor = meta.next_cursor ?? ''
    await expect(instance.acme.invoke(listEvents, { order: 'oldest', cursor })).rejects.toMatchObject({
      errors: { cursor: ['is older than the 30 days that events are kept: start a new copy'] },
    })
    await instance.close()
  })
})
