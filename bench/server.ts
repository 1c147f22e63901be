import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../test/free-port.ts'
import { SECRET } from './seed.ts'

const SERVICE = fileURLToPath(new URL('../apps/server/dist/handrail.js', import.meta.url))
const FLOOR = fileURLToPath(new URL('./floor.ts', import.meta.url))
const READY_WITHIN_MS = 30_000

export interface Server {
  url: string
  /** From the start of the process to its first answer. */
  readyAfterMs: number
  /** Resident memory in megabytes. */
  memory(): number
  /** Processor time used since the start. */
  processorMs(): number
  stop(): Promise<void>
}

/** The built service on a database. The rate limits are off: they are not what is measured. */
export async function startService(database: string, settings: Record<string, string> = {}): Promise<Server> {
  const port = await freePort()
  const where = database.startsWith('postgres') ? { DATABASE_URL: database } : { HANDRAIL_DATA: dirname(database) }
  return start([SERVICE, 'serve'], port, {
    ...where,
    PORT: String(port),
    HANDRAIL_SECRET: SECRET,
    HANDRAIL_RATE_LIMIT_MINUTE: '0',
    HANDRAIL_RATE_LIMIT_HOUR: '0',
    HANDRAIL_LOG_LEVEL: 'warn',
    ...settings,
  })
}

/** The floor on an SQLite file. */
export async function startFloor(file: string): Promise<Server> {
  const port = await freePort()
  return start([FLOOR, file, String(port)], port, {})
}

async function start(args: string[], port: number, settings: Record<string, string>): Promise<Server> {
  const began = performance.now()
  // The server has a processor to itself where there are two; the load comes from the other.
  const child = spawn('taskset', ['-c', '0', process.execPath, ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  await ready(`${url}/healthz`, child)
  const readyAfterMs = performance.now() - began
  return {
    url,
    readyAfterMs,
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    processorMs: () => {
      // Fields 14 and 15 of proc(5): user and system time in ticks of 10 ms; the name before them may hold spaces.
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      return (Number(fields[11]) + Number(fields[12])) * 10
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
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
