import type { Databases, Prepared } from '../data/databases.ts'
import { ask, creations, type Target, throughput } from '../load.ts'
import { type Server, startFloor, startService } from '../servers/server.ts'
import { median, print } from '../table.ts'

const ROUNDS = 3

interface Page {
  data: { id: string; last_name: string }[]
}

interface Kind {
  what: string
  writes?: boolean
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
    measure: (target, people) =>
      throughput(target, () => `/api/v1/contacts/search?query=${any(people).last_name.toLowerCase().slice(0, 6)}`),
  },
  { what: 'create (requests/s)', writes: true, measure: creations },
]

/** Requests per second over 64 connections: the service and the floor in turn, medians of three rounds. */
export async function measureThroughput(databases: Databases, contacts: number, withFloor: boolean): Promise<void> {
  const prepared = await databases.prepare(contacts)
  const rows = []
  for (const kind of KINDS) {
    const service: number[] = []
    const floor: number[] = []
    const ratios: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const ours = await measure(startService, kind.writes ? databases.copy(prepared) : prepared, kind)
      service.push(ours)
      if (!withFloor) continue
      const least = await measure(startFloor, kind.writes ? databases.copy(prepared) : prepared, kind)
      floor.push(least)
      ratios.push(ours / least)
    }
    rows.push({
      what: kind.what,
      service: median(service),
      ...(withFloor && { floor: median(floor), ratio: median(ratios) }),
    })
  }
  print(`Throughput over ${contacts} contacts, 64 connections`, rows)
}

async function measure(start: (database: string) => Promise<Server>, prepared: Prepared, kind: Kind): Promise<number> {
  const server = await start(prepared.database)
  const target = { url: server.url, token: prepared.token }
  const { data } = await ask<Page>(target, '/api/v1/contacts')
  const people = data.filter(({ last_name }) => last_name.length > 3)
  const figure = await kind.measure(target, people)
  await server.stop()
  return figure
}
