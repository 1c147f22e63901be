import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect } from 'vitest'
import { call, type Server } from '../../../test/program.ts'
import type { Receiver } from '../../../test/receiver.ts'

/** The path of the receiver that gets its deliveries in order. */
const IN_ORDER = '/in-order'

interface Options {
  /** Those that take requests now: others may take their places. */
  servers(): readonly Server[]
  token: string
  receiver: Receiver
  /** To each server: those that create organisations, and those that change one and the same. */
  writers: { creating: number; changing: number }
  /** Whether connections may break: otherwise each one that does is wrong. */
  mayBreak?: boolean
}

interface Load {
  /** The ids of the organisations whose creation was answered. */
  created: Set<string>
  /** The names given in answered changes, each preceded by the id of the organisation. */
  changed: Set<string>
  /** Answers that clients never get. */
  wrong: unknown[]
  /** Resolves when every server has answered twice as many writes as there are writers. */
  someMore(): Promise<void>
  stop(): Promise<void>
}

/** Writes until it is stopped, with endpoints for what it creates, and, in order, for what it changes. */
export async function startLoad({ servers, token, receiver, writers, mayBreak = false }: Options): Promise<Load> {
  const created = new Set<string>()
  const changed = new Set<string>()
  const answered = new Map<Server, number>()
  const wrong: unknown[] = []
  let stopped = false

  const send = (server: Server, method: string, path: string, body: object) =>
    call(`${server.url}/api/v1/${path}`, token, { method, body })
  const [first] = servers()
  if (!first) throw new Error('There is no server')
  for (const endpoint of [
    { url: receiver.url(), events: ['organisation.created'] },
    { url: receiver.url(IN_ORDER), events: ['organisation.updated'], max_concurrency: 1 },
  ])
    expect((await send(first, 'POST', 'webhook_endpoints', { webhook_endpoint: endpoint })).status).toBe(201)

  /** One record for all that change, so that many of its deliveries wait. */
  const made = await send(first, 'POST', 'organisations', { organisation: { name: 'Shared' } })
  const shared: string = made.json.data.id
  created.add(shared)

  /** @returns the id of the organisation, if the write was answered with success */
  async function write(place: number, method: string, path: string, name: string): Promise<string | undefined> {
    const server = servers()[place]
    try {
      if (!server) throw new Error('No server is there')
      const { status, headers, json } = await send(server, method, path, { organisation: { name } })
      if (status < 300) {
        answered.set(server, (answered.get(server) ?? 0) + 1)
        return json.data.id
      }
      if (status !== 503 || !headers.has('retry-after')) wrong.push({ status, json })
    } catch (error) {
      if (!mayBreak) wrong.push(error)
    }
    await sleep(20)
    return undefined
  }

  async function creates(place: number, writer: number): Promise<void> {
    for (let number = 0; !stopped; number++) {
      const id = await write(place, 'POST', 'organisations', `${writer}-${number}`)
      if (id !== undefined) created.add(id)
    }
  }

  async function changes(place: number, writer: number): Promise<void> {
    for (let number = 0; !stopped; number++) {
      const name = `${place}-${writer}-${number}`
      if (await write(place, 'PATCH', `organisations/${shared}`, name)) changed.add(`${shared} ${name}`)
    }
  }

  const writersOf = (count: number, work: (place: number, writer: number) => Promise<void>) =>
    servers().flatMap((_, place) => Array.from({ length: count }, (_, writer) => work(place, writer)))
  const running = [...writersOf(writers.creating, creates), ...writersOf(writers.changing, changes)]
  const enough = 2 * (writers.creating + writers.changing)
  return {
    created,
    changed,
    wrong,
    async someMore() {
      const wanted = servers().map((server) => ({ server, count: (answered.get(server) ?? 0) + enough }))
      while (wanted.some(({ server, count }) => (answered.get(server) ?? 0) < count)) await sleep(5)
    },
    async stop() {
      stopped = true
      await Promise.all(running)
    },
  }
}

/** Rows of a database of either engine. Values that only one of them has as text are cast by the statement. */
type Rows = (sql: string) => Promise<Record<string, string>[]>

/** @param database a file, or the address of a PostgreSQL database */
export async function openRows(database: string): Promise<{ rows: Rows; close(): Promise<void> }> {
  if (!database.startsWith('postgres:')) {
    const file = new DatabaseSync(database)
    // The statements here return text alone.
    const rows: Rows = async (sql) => file.prepare(sql).all() as Record<string, string>[]
    return { rows, close: async () => file.close() }
  }
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  return { rows: async (sql) => (await client.query(sql)).rows, close: () => client.end() }
}

const UNSETTLED = `select e.url, d.status, d.waiting_for, d.attempts, d.losses, d.error, d.next_attempt_at, d.lease_until
  from webhook_deliveries d join webhook_endpoints e on e.workspace_id = d.workspace_id and e.id = d.endpoint_id
  where d.status <> 'succeeded' limit 20`

/** Resolves when every delivery has succeeded: none has failed. */
export async function isDelivered(rows: Rows): Promise<void> {
  await expect.poll(() => rows(UNSETTLED), { timeout: 240_000, interval: 200 }).toEqual([])
}

/**
 * What was answered is there, every change has one event and every event its change, and each event has arrived.
 * @param isForgetful whether the database may have lost that something was delivered, which is then sent again
 */
export async function expectComplete(
  rows: Rows,
  { load, receiver, isForgetful = false }: { load: Load; receiver: Receiver; isForgetful?: boolean },
): Promise<void> {
  expect(load.wrong).toEqual([])
  const kept = new Set((await rows('select cast(id as text) as id from organisations')).map(({ id }) => id))
  expect([...load.created].filter((id) => !kept.has(id))).toEqual([])
  const events = (await rows('select id, type, data from events')).map(({ id, type, data = '' }) => {
    const record: { id: string; name: string } = JSON.parse(data)
    return { id, type, about: record.id, to: `${record.id} ${record.name}` }
  })
  const created = events.filter(({ type }) => type === 'organisation.created')
  expect(created.map(({ about }) => about).toSorted()).toEqual([...kept].toSorted())
  const updated = events.filter(({ type }) => type === 'organisation.updated')
  const changes = new Set(updated.map(({ to }) => to))
  expect(changes.size).toBe(updated.length)
  expect([...load.changed].filter((change) => !changes.has(change))).toEqual([])

  const arrivedAt = (wanted: string) => receiver.received.filter(({ path }) => path === wanted)
  const idsAt = (path: string) => new Set(arrivedAt(path).map(({ headers }) => headers['webhook-id']))
  expect(idsAt('/')).toEqual(new Set(created.map(({ id }) => id)))
  expect(idsAt(IN_ORDER)).toEqual(new Set(updated.map(({ id }) => id)))
  expect(outOfOrder(arrivedAt(IN_ORDER), isForgetful)).toEqual([])
}

/** Deliveries about a record after a later one about it. Where repeats are expected, only those that arrive for the first time. */
function outOfOrder(arrived: Receiver['received'], isForgetful: boolean): string[] {
  const seen = new Set<string>()
  const last = new Map<string, number>()
  return arrived.flatMap(({ headers, body }) => {
    const id = String(headers['webhook-id'])
    const { sequence, data }: { sequence: number; data: { id: string; name: string } } = JSON.parse(body)
    if (isForgetful && seen.has(id)) return []
    seen.add(id)
    const before = last.get(data.id) ?? 0
    last.set(data.id, Math.max(before, sequence))
    return sequence < before ? [`${data.name} of ${data.id} (${sequence}) after ${before}`] : []
  })
}
