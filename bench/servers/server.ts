import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../test/free-port.ts'
import { SECRET } from '../data/seed.ts'

const SERVICE = fileURLToPath(new URL('../../apps/server/dist/handrail.js', import.meta.url))
const FLOORS = {
  sqlite: fileURLToPath(new URL('./floor.ts', import.meta.url)),
  postgres: fileURLToPath(new URL('./postgres-floor.ts', import.meta.url)),
}
const PEERS = {
  'oidc-provider': fileURLToPath(new URL('./oidc-provider.ts', import.meta.url)),
  feathers: fileURLToPath(new URL('./feathers.ts', import.meta.url)),
  'parse-server': fileURLToPath(new URL('./parse-server.ts', import.meta.url)),
}
/** On a machine with much else to do. */
const READY_WITHIN_MS = 120_000

export interface Server {
  url: string
  pid: number
  /** Time from the start of the process to its first response. */
  readyAfterMs: number
  /** Resident memory in megabytes. */
  memory(): number
  /** Resident memory in megabytes, including child processes. */
  memoryOfAll(): number
  /** Whether its process has ended. */
  hasEnded(): boolean
  /** Processor time that it and its child processes have used since the start. */
  processorMs(): number
  stop(): Promise<void>
}

/**
 * The built service on a database. The rate limits are disabled, as they are not measured.
 * @param isPinned whether it runs on a processor of its own, and the load on the others
 */
export async function startService(
  database: string,
  settings: Record<string, string> = {},
  isPinned = true,
): Promise<Server> {
  const port = await freePort()
  const where = database.startsWith('postgres') ? { DATABASE_URL: database } : { HANDRAIL_DATA: dirname(database) }
  const own = {
    ...where,
    PORT: String(port),
    HANDRAIL_SECRET: SECRET,
    HANDRAIL_RATE_LIMIT_MINUTE: '0',
    HANDRAIL_RATE_LIMIT_HOUR: '0',
    HANDRAIL_LOG_LEVEL: 'warn',
    ...settings,
  }
  return start([SERVICE, 'serve'], port, own, isPinned)
}

/** The floor of the engine: on a file, or on the URL of a PostgreSQL database. */
export async function startFloor(database: string, settings: Record<string, string> = {}): Promise<Server> {
  const port = await freePort()
  const program = database.startsWith('postgres') ? FLOORS.postgres : FLOORS.sqlite
  return start([program, database, String(port)], port, settings)
}

/** What people would use instead. @param args its folder or module, and its database; what it stores follows the port */
export async function startPeer(name: keyof typeof PEERS, args: string[], ...stored: string[]): Promise<Server> {
  const port = await freePort()
  return start([PEERS[name], ...args, String(port), ...stored], port, {})
}

async function start(args: string[], port: number, settings: Record<string, string>, isPinned = true): Promise<Server> {
  const began = performance.now()
  // The server runs on a processor of its own if there are two; the load comes from the other.
  const [program = '', ...before] = isPinned ? ['taskset', '-c', '0', process.execPath] : [process.execPath]
  const child = spawn(program, [...before, ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...settings },
    // A line for each request, where the service logs as it is shipped, would drown the tables.
    stdio: ['ignore', 'ignore', settings.HANDRAIL_LOG_LEVEL === 'info' ? 'ignore' : 'inherit'],
  })
  // For a run that fails: nothing may stay behind.
  const abandon = () => child.kill('SIGKILL')
  process.once('exit', abandon)
  child.once('exit', () => process.off('exit', abandon))
  const url = `http://127.0.0.1:${port}`
  await ready(`${url}/readyz`, child)
  const readyAfterMs = performance.now() - began
  return {
    url,
    pid: child.pid ?? 0,
    readyAfterMs,
    memory: () => memoryOf(child.pid ?? 0),
    memoryOfAll: () => treeOf(child.pid ?? 0).reduce((sum, pid) => sum + memoryOf(pid), 0),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    processorMs: () => treeOf(child.pid ?? 0).reduce((sum, pid) => sum + processorMsOf(pid), 0),
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve()
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

/** In megabytes; 0 for a process that has ended. */
function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(contentOf(`/proc/${pid}/status`))?.[1] ?? 0) / 1024
}

/** Of a process, with its child processes that have ended. */
function processorMsOf(pid: number): number {
  // Fields 14 to 17 of proc(5): user and system time in ticks of 10 ms; the name before them may contain spaces.
  const fields = contentOf(`/proc/${pid}/stat`)
    .replace(/^.*\) /, '')
    .split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0)
}

/** A process and its child processes, which any of its threads may have started. */
function treeOf(pid: number): number[] {
  const threads = existsSync(`/proc/${pid}/task`) ? readdirSync(`/proc/${pid}/task`) : []
  const children = threads.flatMap((thread) => contentOf(`/proc/${pid}/task/${thread}/children`).trim().split(' '))
  return [pid, ...children.filter((one) => one !== '').flatMap((one) => treeOf(Number(one)))]
}

/** Empty for a missing file. */
function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + READY_WITHIN_MS; Date.now() < deadline; ) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`)
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await sleep(5)
  }
  child.kill('SIGKILL')
  throw new Error(`${url} did not answer`)
}
