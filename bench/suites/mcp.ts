import { createHandrail, operations } from '@handrail/core'
import type { Note } from '../aims.ts'
import type { Databases, Prepared } from '../data/databases.ts'
import { SECRET } from '../data/seed.ts'
import { ask, type Load, load, type Target } from '../load.ts'
import { type Server, startFloor, startService } from '../servers/server.ts'
import { median, print } from '../table.ts'

const ROUNDS = 3
/** With all of them, the tools of the specification are listed and no others. */
const SPECIFIED_SCOPES = [
  ...['contacts:read', 'contacts:write', 'organisations:read', 'organisations:write'],
  ...['enrollments:read', 'enrollments:write', 'guides:read', 'webhooks:manage'],
]

type Ids = string[]
type Kind = (target: Target, ids: Ids) => Promise<Load>

const any = (ids: Ids) => ids[Math.floor(Math.random() * ids.length)] as string

const REST: Record<string, Kind> = {
  get_contact: (target, ids) => load(target, { method: 'GET', next: () => ({ path: `/api/v1/contacts/${any(ids)}` }) }),
  list_contacts: (target) => load(target, { method: 'GET', next: () => ({ path: '/api/v1/contacts' }) }),
}

const ARGUMENTS: Record<string, (ids: Ids) => object> = {
  get_contact: (ids) => ({ id: any(ids) }),
  list_contacts: () => ({}),
}

const REVISION = '2026-07-28'
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
}

/** @param extra parameters that keep the request off the fast path, so that the SDK answers */
function calling(tool: string, extra: object = {}): Kind {
  return (target, ids) =>
    post(target, { 'mcp-method': 'tools/call', 'mcp-name': tool }, () => ({
      method: 'tools/call',
      params: { name: tool, arguments: ARGUMENTS[tool]?.(ids), ...extra },
    }))
}

const listing: Kind = (target) =>
  post(target, { 'mcp-method': 'tools/list' }, () => ({ method: 'tools/list', params: {} }))

function headersOf(named: Record<string, string>): Record<string, string> {
  return { accept: 'application/json, text/event-stream', 'mcp-protocol-version': REVISION, ...named }
}

function bodyOf({ method, params }: { method: string; params: object }): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta: ENVELOPE, ...params } })
}

function post(target: Target, named: Record<string, string>, message: () => { method: string; params: object }) {
  const next = () => ({ path: '/mcp', body: bodyOf(message()) })
  return load(target, { method: 'POST', headers: headersOf(named), next })
}

/** A server and a kind of requests to it. */
interface Subject {
  start(): Promise<Server>
  kind: Kind
}

interface Measured {
  perSecond: number
  /** Processor time of a request, in microseconds. */
  processor: number
}

/**
 * Compares requests of tools with those of a floor, and their processor time with that of the same operation through REST, and of
 * the same request answered by the SDK.
 */
export async function measureMcp(databases: Databases, contacts: number, note: Note): Promise<void> {
  const prepared = await withScopes(databases.copy(await databases.prepare(contacts)))
  const list = await toolsList(prepared)
  note('toolsBytes', toolsIn(list))
  const service = (kind: Kind): Subject => ({ start: () => startService(prepared.database), kind })
  const floor = (kind: Kind): Subject => ({ start: () => startFloor(prepared.database, { TOOLS: list }), kind })
  const rows = []
  for (const [tool, rest] of Object.entries(REST)) {
    const [ours, least, plain, sdk] = await compare(prepared, [
      service(calling(tool)),
      floor(calling(tool)),
      service(rest),
      service(calling(tool, { through: 'the SDK' })),
    ])
    note(tool === 'get_contact' ? 'mcpGet' : 'mcpList', ratio(ours, least))
    rows.push({ ...against(tool, ours, least), ...beside('REST', ours, plain), ...beside('by the SDK', ours, sdk) })
  }
  const [ours, least] = await compare(prepared, [service(listing), floor(listing)])
  note('mcpTools', ratio(ours, least))
  rows.push(against('tools/list', ours, least))
  print(`MCP over ${contacts} contacts, 64 connections: requests/s, and processor time (us)`, rows)
}

const of = (rounds: Measured[] = [], figure: keyof Measured = 'perSecond') => median(rounds.map((one) => one[figure]))

function ratio(ours: Measured[] = [], others: Measured[] = [], figure: keyof Measured = 'perSecond'): number {
  return median(ours.map((one, round) => one[figure] / (others[round]?.[figure] ?? Number.NaN)))
}

function against(what: string, ours?: Measured[], floor?: Measured[]) {
  const requests = { service: of(ours), floor: of(floor), ratio: ratio(ours, floor) }
  return { what, ...requests, 'processor time': of(ours, 'processor'), 'of the floor': of(floor, 'processor') }
}

function beside(what: string, ours?: Measured[], other?: Measured[]) {
  return { [what]: of(other, 'processor'), [`ratio to ${what}`]: ratio(ours, other, 'processor') }
}

/** In turn; the rounds of each. */
async function compare(prepared: Prepared, subjects: Subject[]): Promise<Measured[][]> {
  const figures: Measured[][] = subjects.map(() => [])
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, subject] of subjects.entries()) figures[at]?.push(await measured(prepared, subject))
  return figures
}

async function measured({ token }: Prepared, { start, kind }: Subject): Promise<Measured> {
  const server = await start()
  const target = { url: server.url, token }
  const { data } = await ask<{ data: { id: string }[] }>(target, '/api/v1/contacts')
  const ids = data.map(({ id }) => id)
  await kind({ ...target, seconds: 1 }, ids)
  const before = server.processorMs()
  const { requests, perSecond } = await kind({ ...target, seconds: 3 }, ids)
  const processor = ((server.processorMs() - before) * 1000) / requests
  await server.stop()
  return { perSecond, processor }
}

/** With a token that has the scopes of the specification. */
async function withScopes(prepared: Prepared): Promise<Prepared> {
  const handrail = await createHandrail({ database: prepared.database, secret: SECRET, upkeep: false })
  const bound = await handrail.asSystem(prepared.workspace_id)
  const { data: key } = await bound.invoke(operations.createApiKey, { name: 'mcp', scopes: SPECIFIED_SCOPES })
  await handrail.close()
  return { ...prepared, token: key.token }
}

/** The answer of the service to tools/list. */
async function toolsList({ database, token }: Prepared): Promise<string> {
  const server = await startService(database)
  const response = await fetch(new URL('/mcp', server.url), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...headersOf({ 'mcp-method': 'tools/list' }),
    },
    body: bodyOf({ method: 'tools/list', params: {} }),
  })
  const text = await response.text()
  await server.stop()
  if (!response.ok) throw new Error(`tools/list answered ${response.status}: ${text}`)
  return text
}

/** The bytes of the tools, which a conversation pays for. */
function toolsIn(answer: string): number {
  return Buffer.byteLength(JSON.stringify(JSON.parse(answer).result.tools))
}
