import assert from 'node:assert/strict'
import type { AimName, Note } from '../aims.ts'
import type { Databases, Prepared } from '../data/databases.ts'
import { installPeer } from '../data/peers.ts'
import {
  CREATE,
  CREATE_ALONE,
  GET,
  type Kind,
  LIST,
  type Measured,
  measure,
  newestPeople,
  type Person,
  SEARCH,
} from '../requests.ts'
import { type Server, startFloor, startPeer, startService } from '../servers/server.ts'
import { median, print } from '../table.ts'

const ROUNDS = 3

interface Row {
  kind: Kind
  aim?: AimName
  /** Whether only the floor on SQLite has it. */
  floorOnSqlite?: boolean
  /** Whether peers have it. */
  ofPeers?: boolean
}

const ROWS: Row[] = [
  { kind: LIST, aim: 'list', ofPeers: true },
  { kind: GET, aim: 'get', ofPeers: true },
  { kind: SEARCH, floorOnSqlite: true },
  { kind: CREATE, aim: 'create', ofPeers: true },
  { kind: CREATE_ALONE, aim: 'createAlone' },
]

interface Subject {
  name: string
  start(prepared: Prepared): Promise<Server>
}

/** Requests per second over 64 connections: the service, the floor and peers in turn, medians of three rounds. */
export async function measureThroughput(
  databases: Databases,
  contacts: number,
  note: Note,
  withPeers: boolean,
): Promise<void> {
  const prepared = await databases.prepare(contacts)
  const peer = withPeers ? await peerOf(databases, contacts) : undefined
  const people = await requireSame(prepared)
  const rows = []
  for (const row of ROWS) {
    const subjects = subjectsOf(row, databases, peer)
    const rounds: Measured[][] = []
    for (let round = 0; round < ROUNDS; round++) {
      const figures: Measured[] = []
      for (const { start } of subjects) {
        const server = await start(row.kind.writes ? databases.copy(prepared) : prepared)
        figures.push(await measure(server, prepared, row.kind, people))
      }
      rounds.push(figures)
    }
    rows.push(rowOf(row, subjects, rounds, note))
  }
  print(`Throughput over ${contacts} contacts, 64 connections`, rows)
}

/** With its log. */
const startAsShipped = (database: string) => startService(database, { HANDRAIL_LOG_LEVEL: 'info' })

/** @throws Error unless the floor answers with the bytes of the service, and with headers of the same names @returns who is read */
async function requireSame(prepared: Prepared): Promise<Person[]> {
  const servers = [await startAsShipped(prepared.database), await startFloor(prepared.database)]
  const [service, floor] = servers
  assert(service && floor)
  const people = await newestPeople(service, prepared)
  for (const path of ['/api/v1/contacts', `/api/v1/contacts/${people[0]?.id}`])
    assert.deepEqual(await answerOf(floor, prepared, path), await answerOf(service, prepared, path))
  for (const server of servers) await server.stop()
  return people
}

async function answerOf({ url }: Server, { token }: Prepared, path: string) {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' }
  const response = await fetch(new URL(path, url), { headers })
  return { headers: [...response.headers.keys()], text: await response.text() }
}

/** What people would use instead on the same engine. */
async function peerOf(databases: Databases, contacts: number): Promise<Subject> {
  if (databases.engine === 'sqlite') {
    const folder = installPeer('feathers')
    return { name: 'Feathers', start: ({ database }) => startPeer('feathers', [folder, database]) }
  }
  const [folder, url = ''] = [installPeer('parse-server'), await databases.empty()]
  return { name: 'Parse Server', start: () => startPeer('parse-server', [folder, url], String(contacts)) }
}

function subjectsOf({ floorOnSqlite, ofPeers }: Row, { engine }: Databases, peer: Subject | undefined): Subject[] {
  const hasFloor = engine === 'sqlite' || !floorOnSqlite
  return [
    { name: 'service', start: ({ database }) => startAsShipped(database) },
    ...(hasFloor ? [{ name: 'floor', start: ({ database }: Prepared) => startFloor(database) }] : []),
    ...(ofPeers && peer ? [peer] : []),
  ]
}

/** Medians of each, and of the ratios of the service to each other one in the same round. */
function rowOf({ kind, aim }: Row, subjects: Subject[], rounds: Measured[][], note: Note) {
  const of = (at: number, figure: keyof Measured) => median(rounds.map((figures) => figures[at]?.[figure] ?? 0))
  const ratio = (at: number, figure: keyof Measured) =>
    median(rounds.map(([ours, ...others]) => (ours?.[figure] ?? 0) / (others[at - 1]?.[figure] ?? 0)))
  const others = subjects.slice(1).map(({ name }, index) => ({
    [name]: of(index + 1, 'perSecond'),
    [`ratio to ${name}`]: ratio(index + 1, 'perSecond'),
    [`processor time of ${name} (us)`]: of(index + 1, 'processor'),
    [`ratio to that of ${name}`]: ratio(index + 1, 'processor'),
  }))
  if (aim) note(aim, ratio(1, 'perSecond'))
  return {
    what: kind.what,
    service: of(0, 'perSecond'),
    'processor time (us)': of(0, 'processor'),
    ...Object.assign({}, ...others),
  }
}
