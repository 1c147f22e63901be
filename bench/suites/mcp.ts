import type { Databases, Prepared } from '../data/databases.ts'
import { ask, type Load, load, type Target } from '../load.ts'
import { type Server, startService } from '../servers/server.ts'
import { median, print } from '../table.ts'

const ROUNDS = 3

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

function post(target: Target, named: Record<string, string>, message: () => { method: string; params: object }) {
  const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': REVISION, ...named }
  return load(target, {
    method: 'POST',
    headers,
    next: () => {
      const { method, params } = message()
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta: ENVELOPE, ...params } })
      return { path: '/mcp', body }
    },
  })
}

/** Compares the processor time of a request through REST, the tool of the same operation, and the SDK. */
export async function measureMcp(databases: Databases, contacts: number): Promise<void> {
  const prepared = await databases.prepare(contacts)
  const rows = []
  for (const [tool, rest] of Object.entries(REST)) {
    const least = await processorTime(prepared, rest)
    const ours = await processorTime(prepared, calling(tool))
    const sdk = await processorTime(prepared, calling(tool, { through: 'the SDK' }))
    rows.push({ what: tool, REST: least, MCP: ours, ratio: ours / least, 'by the SDK': sdk, 'its ratio': sdk / least })
  }
  rows.push({ what: 'tools/list', MCP: await processorTime(prepared, listing) })
  print(`Processor time of a request in microseconds, over ${contacts} contacts`, rows)
}

async function processorTime({ database, token }: Prepared, kind: Kind): Promise<number> {
  const figures: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const server: Server = await startService(database)
    const target = { url: server.url, token }
    const { data } = await ask<{ data: { id: string }[] }>(target, '/api/v1/contacts')
    const ids = data.map(({ id }) => id)
    await kind({ ...target, seconds: 1 }, ids)
    const before = server.processorMs()
    const { requests } = await kind({ ...target, seconds: 3 }, ids)
    figures.push(((server.processorMs() - before) * 1000) / requests)
    await server.stop()
  }
  return median(figures)
}
