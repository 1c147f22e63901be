import assert from 'node:assert/strict'
import type { Databases, Prepared } from '../data/databases.ts'
import { ask, creations, SECONDS, type Target, throughput } from '../load.ts'
import { type Server, startFloor, startService } from '../servers/server.ts'
import { median, print } from '../table.ts'

const ROUNDS = 3

interface Page {
  data: { id: string; last_name: string }[]
}

interface Kind {
  what: string
  writes?: boolean
  /** Whether only the floor on SQLite has it. */
  floorOnSqlite?: boolean
  measure(target: Target, people: Page['data']): Promise<number>
}

const any = <T>(list: T[]) => list[Math.floor(Math.random() * list.length)] as T

const KINDS: Kind[] = [
  { what: 'list 25 (requests/s)', measure: (target) => throughput(target, () => '/api/v1/contacts') },
  {
    what: 'get (requests/s)',
    measure: (target, people) => throughput(target, () => `/api/v1/contacts/${any(people).id}`),
  },
  {
    what: 'search (requests/s)',
    floorOnSqlite: true,
    measure: (target, people) =>
      throughput(target, () => `/api/v1/contacts/search?query=${any(people).last_name.toLowerCase().slice(0, 6)}`),
  },
  { what: 'create (requests/s)', writes: true, measure: creations },
  {
    what: 'create with one connection (requests/s)',
    writes: true,
    measure: (target) => creations({ ...target, connections: 1 }),
  },
]

interface Measured {
  perSecond: number
  /** Processor time of the server for one request, in microseconds; its start left out. */
  processor: number
}

/** Requests per second over 64 connections: the service and the floor in turn, medians of three rounds. */
export async function measureThroughput(databases: Databases, contacts: number, engine: string): Promise<void> {
  const prepared = await databases.prepare(contacts)
  await requireSameAnswers(prepared)
  const rows = []
  for (const kind of KINDS) {
    const withFloor = engine !== 'postgres' || !kind.floorOnSqlite
    const service: Measured[] = []
    const floor: Measured[] = []
    for (let round = 0; round < ROUNDS; round++) {
      service.push(await measure(startAsShipped, kind.writes ? databases.copy(prepared) : prepared, kind))
      if (withFloor) floor.push(await measure(startFloor, kind.writes ? databases.copy(prepared) : prepared, kind))
    }
    const of = (list: Measured[], figure: keyof Measured) => median(list.map((one) => one[figure]))
    const ratios = (figure: keyof Measured) =>
      median(service.map((one, round) => one[figure] / (floor[round]?.[figure] ?? Number.NaN)))
    rows.push({
      what: kind.what,
      service: of(service, 'perSecond'),
      ...(withFloor && { floor: of(floor, 'perSecond'), ratio: ratios('perSecond') }),
      'processor time (us)': of(service, 'processor'),
      ...(withFloor && {
        'of the floor (us)': of(floor, 'processor'),
        'processor ratio': ratios('processor'),
      }),
    })
  }
  print(`Throughput over ${contacts} contacts, 64 connections`, rows)
}

const startAsShipped = (database: string) => startService(database, { HANDRAIL_LOG_LEVEL: 'info' })

/** @throws Error unless the floor answers with the bytes of the service, and with headers of the same names */
async function requireSameAnswers({ database, token }: Prepared): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' }
  const answersOf = async (start: (database: string) => Promise<Server>) => {
    const server = await start(database)
    const { data } = await ask<Page>({ url: server.url, token }, '/api/v1/contacts')
    const paths = ['/api/v1/contacts', `/api/v1/contacts/${data[0]?.id}`]
    const answers = paths.map(async (path) => {
      const response = await fetch(new URL(path, server.url), { headers })
      return `${[...response.headers.keys()].join('\n')}\n${await response.text()}`
    })
    const all = await Promise.all(answers)
    await server.stop()
    return all
  }
  assert.deepEqual(await answersOf(startFloor), await answersOf(startAsShipped))
}

async function measure(
  start: (database: string) => Promise<Server>,
  prepared: Prepared,
  kind: Kind,
): Promise<Measured> {
  const server = await start(prepared.database)
  const target = { url: server.url, token: prepared.token }
  const { data } = await ask<Page>(target, '/api/v1/contacts')
  const people = data.filter(({ last_name }) => last_name.length > 3)
  const before = server.processorMs()
  const perSecond = await kind.measure(target, people)
  const processor = ((server.processorMs() - before) * 1000) / (perSecond * SECONDS)
  await server.stop()
  return { perSecond, processor }
}
