import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Databases } from '../data/databases.ts'
import { startService } from '../servers/server.ts'
import { median, print } from '../table.ts'

const ROUNDS = 5
const CALLS = 300
const OURS = fileURLToPath(new URL('../../packages/mcp-bridge/dist/mcp-bridge.js', import.meta.url))
const REMOTE = join(dirname(createRequire(import.meta.url).resolve('mcp-remote/package.json')), 'dist/proxy.js')

/** A bridge from stdio to a server, as an assistant would start it. */
interface Subject {
  args: string[]
  environment: Record<string, string>
}

interface Figures {
  initialize: number
  listed: number
  call: number
  memory: number
}

/** Compares the bridge with mcp-remote, over one server in one run; the floor is the HTTP call that both make. */
export async function measureBridge(databases: Databases, contacts: number): Promise<void> {
  const { database, token } = await databases.prepare(contacts)
  const service = await startService(database)
  const url = `${service.url}/mcp`
  const home = mkdtempSync(join(tmpdir(), 'handrail-bench-'))
  const ours: Subject = {
    args: [OURS, url],
    environment: { MCP_BRIDGE_HOME: join(home, 'ours'), MCP_BRIDGE_TOKEN: token },
  }
  const remote: Subject = {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the program replaces it
    args: [REMOTE, url, '--allow-http', '--header', 'Authorization:${BENCH_AUTHORIZATION}'],
    environment: { MCP_REMOTE_CONFIG_DIR: join(home, 'theirs'), BENCH_AUTHORIZATION: `Bearer ${token}` },
  }
  try {
    const floor = await direct(url, token)
    const rows = []
    // The first start fills the cache, so it has a row of its own.
    rows.push(row('mcp-bridge, first start', await figures(ours, 1), floor))
    rows.push(row('mcp-bridge', await figures(ours, ROUNDS), floor))
    rows.push(row('mcp-remote 0.15.1', await figures(remote, ROUNDS), floor))
    print(`Bridges; a call of list_contacts without one takes ${floor.toFixed(2)} ms`, rows)
  } finally {
    await service.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

function row(what: string, { initialize, listed, call, memory }: Figures, floor: number) {
  return {
    what,
    'initialize, ms': initialize,
    'tools listed, ms': listed,
    'added to a call, ms': call - floor,
    'resident memory, MB': memory,
  }
}

async function figures(subject: Subject, rounds: number): Promise<Figures> {
  const all: Figures[] = []
  for (let round = 0; round < rounds; round++) all.push(await once(subject))
  const of = (name: keyof Figures) => median(all.map((one) => one[name]))
  return { initialize: of('initialize'), listed: of('listed'), call: of('call'), memory: of('memory') }
}

async function once({ args, environment }: Subject): Promise<Figures> {
  const began = performance.now()
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, ...environment } })
  const request = requester(child)
  const clientInfo = { name: 'bench', version: '1.0.0' }
  await request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
  const initialize = performance.now() - began
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
  await request('tools/list', {})
  const listed = performance.now() - began
  const call = await timePerCall((name, given) => request('tools/call', { name, arguments: given }))
  const memory = residentMemory(child.pid)
  child.stdin.end()
  await new Promise((resolve) => child.once('close', resolve))
  return { initialize, listed, call, memory }
}

/** Sequential calls, as an assistant makes them. */
async function timePerCall(call: (name: string, given: object) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let number = 0; number < CALLS; number++) {
    const began = performance.now()
    await call('list_contacts', { per_page: 1 })
    times.push(performance.now() - began)
  }
  return median(times)
}

function direct(url: string, token: string): Promise<number> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-06-18',
  }
  return timePerCall(async (name, given) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } })
    const answer = await fetch(url, { method: 'POST', headers, body })
    const text = await answer.text()
    if (!text.includes('"result"')) throw new Error(`The service answered ${answer.status}: ${text}`)
  })
}

function requester(child: ChildProcessWithoutNullStreams) {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let nextId = 1
  let said = ''
  child.stderr.on('data', (chunk) => {
    said = (said + chunk).slice(-2000)
  })
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error(`The bridge ended:\n${said}`))
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, result, error } = JSON.parse(line)
    const one = waiting.get(id)
    waiting.delete(id)
    if (error || result?.isError) one?.reject(new Error(line))
    else one?.resolve(result)
  })
  return (method: string, params: object) =>
    new Promise((resolve, reject) => {
      const id = nextId++
      waiting.set(id, { resolve, reject })
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    })
}

/** In megabytes of a million bytes; available on Linux only. */
function residentMemory(pid: number | undefined): number {
  return (Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024) / 1_000_000
}
