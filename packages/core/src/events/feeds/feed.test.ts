import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ENGINES, type Instance, openInstance, SECRET } from '../../../test/instance.ts'
import { type Bound, createHandrail, type Handrail, type HandrailEvent, operations } from '../../index.ts'
import { emitEvent } from '../../webhooks/events/emit.ts'
import { positionAt } from './position.ts'
import { updatePosition } from './store.ts'

const { createContact, createOrganisation, listEvents, updateContact } = operations

let instance: Instance
let others: Handrail[] = []
const errors: unknown[] = []
afterEach(async () => {
  for (const other of others) await other.close()
  others = []
  errors.length = 0
  await instance.close()
})

const emailOf = ({ data }: HandrailEvent<'contact.created'>) => data.email

describe.each(ENGINES)('a feed on %s', (engine) => {
  const options = { upkeep: false, webhooks: { deliver: false }, onError: (error: unknown) => errors.push(error) }
  async function open() {
    instance = await openInstance(engine, { now: undefined, ...options })
    return instance
  }
  /** Another process of the same database. */
  async function beside() {
    const other = await createHandrail({
      database: instance.database,
      files: instance.files,
      secret: SECRET,
      ...options,
    })
    others.push(other)
    return other
  }
  const create = (email: string, bound = instance.acme) => bound.invoke(createContact, { email, first_name: 'Zoe' })
  /** Waits until what was written is in the past of a feed that begins: open transactions of the server may delay it. */
  async function settled() {
    const now = new Date(Date.now() + 1).toISOString()
    const until = async () =>
      (await instance.acme.invoke(listEvents, { order: 'oldest', per_page: 1 })).meta.settled_until ?? ''
    await expect.poll(async () => (await until()) > now, { timeout: 20_000, interval: 5 }).toBe(true)
  }

  test('handles the events of its types one after the other, in their order, from its beginning on', async () => {
    const { handrail, acme, other } = await open()
    await create('before@harbour.example')
    await settled()
    const seen: string[] = []
    let running = 0
    await handrail.feed('crm', { types: ['contact.created', 'contact.updated'] }, async ({ event, data }) => {
      expect(++running).toBe(1)
      await sleep(1)
      seen.push(`${event} ${data.first_name}`)
      running--
    })
    const { data } = await create('zoe@harbour.example')
    await acme.invoke(operations.createOrganisation, { name: 'Bakery' })
    for (const first_name of ['One', 'Two']) await acme.invoke(updateContact, { id: data.id, first_name })
    await create('else@harbour.example', other)
    const expected = ['created Zoe', 'updated One', 'updated Two', 'created Zoe']
    await expect.poll(() => seen).toEqual(expected.map((text) => `contact.${text}`))
  })

  test('begins with the oldest event that is kept, if asked', async () => {
    const { handrail } = await open()
    await create('before@harbour.example')
    const seen: string[] = []
    await handrail.feed(
      'crm',
      { types: ['contact.created'], from: 'oldest' },
      (event) => void seen.push(emailOf(event)),
    )
    await expect.poll(() => seen).toEqual(['before@harbour.example'])
  })

  test('continues where it stopped, with what was written meanwhile, in this process or another', async () => {
    const { handrail } = await open()
    const seen: string[] = []
    const handler = (event: HandrailEvent<'contact.created'>) => void seen.push(emailOf(event))
    const types = ['contact.created'] as const
    const feed = await handrail.feed('crm', { types }, handler)
    await create('one@harbour.example')
    await expect.poll(() => seen).toEqual(['one@harbour.example'])
    await feed.stop()
    await create('two@harbour.example')
    await (await beside()).feed('crm', { types }, handler)
    await expect.poll(() => seen).toEqual(['one@harbour.example', 'two@harbour.example'])
  })

  test('hands an event over again until its handler succeeds, and reports each failure', async () => {
    const { handrail } = await open()
    const seen: string[] = []
    await handrail.feed('crm', { types: ['contact.created'] }, (event) => {
      seen.push(emailOf(event))
      if (seen.length === 1) throw new Error('not yet')
    })
    await create('one@harbour.example')
    await create('two@harbour.example')
    await expect
      .poll(() => seen, { timeout: 5000 })
      .toEqual(['one@harbour.example', 'one@harbour.example', 'two@harbour.example'])
    expect(errors.map(String)).toEqual(['Error: not yet'])
  })

  test('is handled by one process at a time', async () => {
    const { handrail } = await open()
    const seen: string[] = []
    for (const [name, one] of [['first', handrail] as const, ['second', await beside()] as const])
      await one.feed('crm', { types: ['contact.created'] }, (event) => void seen.push(`${name} ${emailOf(event)}`))
    for (const name of ['one', 'two', 'three']) await create(`${name}@harbour.example`)
    await expect.poll(() => seen.length).toBe(3)
    expect(new Set(seen.map((text) => text.split(' ')[0])).size).toBe(1)
  })

  test('whose next events were deleted is refused, unless it may skip them', async () => {
    const { handrail } = await open()
    const types = ['contact.created'] as const
    const feed = await handrail.feed('crm', { types }, () => undefined)
    await feed.stop()
    const left = Date.now() - 31 * 24 * 3600 * 1000
    await handrail.database.write((tx) => updatePosition(tx, 'crm', positionAt(left)))
    await expect(handrail.feed('crm', { types }, () => undefined)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('kept for 30 days'),
    })
    await create('kept@harbour.example')
    const seen: string[] = []
    await handrail.feed('crm', { types, skipDeleted: true }, (event) => void seen.push(emailOf(event)))
    await expect.poll(() => seen).toEqual(['kept@harbour.example'])
  })

  test('stops by a signal, and with its instance, after the running handler', async () => {
    await open()
    const handrail = await beside()
    const aborting = new AbortController()
    let isDone = false
    const begun = Promise.withResolvers<void>()
    await handrail.feed('slow', {}, async (_event, signal) => {
      begun.resolve()
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      isDone = true
    })
    const none: unknown[] = []
    await handrail.feed('none', { signal: aborting.signal }, (event) => none.push(event))
    aborting.abort()
    await create('one@harbour.example')
    await begun.promise
    await handrail.close()
    others = []
    expect([isDone, none]).toEqual([true, []])
  })
})

describe('a feed on postgres', () => {
  test('skips no event of a transaction that began earlier and commits later', async () => {
    instance = await openInstance('postgres', { now: undefined })
    const seen: string[] = []
    const { handrail } = instance
    await handrail.feed('crm', { types: ['contact.created'] }, (event) => void seen.push(emailOf(event)))
    const slow = Promise.withResolvers<void>()
    const isWritten = Promise.withResolvers<void>()
    // A change whose transaction stays open after it has written its event.
    const open = handrail.database.write(async (tx) => {
      const early = await openEvent(tx)
      isWritten.resolve()
      await slow.promise
      return early
    })
    await isWritten.promise
    await instance.acme.invoke(createContact, { email: 'later@harbour.example', first_name: 'Zoe' })
    await sleep(200)
    expect(seen).toEqual([])
    slow.resolve()
    await open
    await expect.poll(() => seen).toEqual(['early@harbour.example', 'later@harbour.example'])

    function openEvent(tx: Parameters<typeof emitEvent>[0]) {
      const data = { email: 'early@harbour.example' }
      return emitEvent(tx, {
        workspace_id: instance.acme.caller.workspace_id,
        type: 'contact.created',
        data,
        at: tx.stamp,
      })
    }
  })
})

test.each(ENGINES)(
  'a feed on %s continues while the clock of its process is behind the ids that it has made',
  async (engine) => {
    instance = await openInstance(engine, { now: undefined })
    const { handrail, acme } = instance
    const create = (email: string) => acme.invoke(createContact, { email, first_name: 'Zoe' })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 100_000 })
    // Of a type that the feed does not hand on: on PostgreSQL, it may begin before an event that is this late.
    await acme.invoke(createOrganisation, { name: 'Before' }).finally(() => vi.useRealTimers())
    const seen: string[] = []
    await handrail.feed('crm', { types: ['contact.created'] }, (event) => void seen.push(emailOf(event)))
    for (const email of ['one@harbour.example', 'two@harbour.example']) {
      await create(email)
      await expect.poll(() => seen.at(-1)).toBe(email)
    }
    expect(seen).toEqual(['one@harbour.example', 'two@harbour.example'])
  },
)

describe('a feed on sqlite', () => {
  const options = { upkeep: false, webhooks: { deliver: false }, onError: (error: unknown) => errors.push(error) }

  test('skips no event of a process whose clock was set back, and has those without a sequence first', async () => {
    instance = await openInstance('sqlite', { now: undefined })
    const { acme, handrail } = instance
    const types = ['contact.created'] as const
    const create = (bound: Bound, name: string) =>
      bound.invoke(createContact, { email: `${name}@harbour.example`, first_name: name })
    for (const name of ['former', 'one', 'two']) await create(acme, name)
    // The ids of a clock that was ahead, and an event of a release without sequences.
    await handrail.database.write(async ({ connection }) => {
      await connection.run("update events set id = 'evt_f' || substr(id, 6)", [])
      await connection.run("update events set sequence = null where data like '%former@%'", [])
    })
    const seen: string[] = []
    const handler = ({ data }: HandrailEvent<'contact.created'>) => void seen.push(data.first_name)
    const feed = await handrail.feed('crm', { types, from: 'oldest' }, handler)
    await expect.poll(() => seen).toEqual(['former', 'one', 'two'])
    await feed.stop()
    const lateFeed = await handrail.feed('late', { types }, () => undefined)
    await lateFeed.stop()

    await handrail.close()
    const { database, files } = instance
    const again = await createHandrail({ database, files, secret: SECRET, ...options })
    others.push(again)
    const bound = await again.asSystem(acme.context.caller.workspace_id)
    for (const name of ['three', 'four']) await create(bound, name)
    await again.feed('crm', { types }, handler)
    await expect.poll(() => seen).toEqual(['former', 'one', 'two', 'three', 'four'])
    for (const [name, from, expected] of [
      ['all', 'oldest', ['former', 'one', 'two', 'three', 'four']],
      ['late', 'now', ['three', 'four']],
    ] as const) {
      const found: string[] = []
      await again.feed(name, { types, from }, ({ data }) => void found.push(data.first_name))
      await expect.poll(() => found).toEqual(expected)
    }
    expect(errors).toEqual([])
  })
})
