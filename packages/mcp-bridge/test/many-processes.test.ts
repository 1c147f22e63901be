import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import type { TestServer } from './authorization-server.ts'
import { useWorld } from './world.ts'

const PROCESSES = 8
const CALLS = 120
const EXPIRIES = 7

const world = useWorld()
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

interface Caller {
  child: ChildProcess
  statuses: string[]
  ended: Promise<unknown>
}

async function startCallers(server: TestServer, count: number): Promise<Caller[]> {
  const program = fileURLToPath(new URL('caller.ts', import.meta.url))
  const callers = Array.from({ length: count }, () => {
    const child = spawn(process.execPath, [program, server.url.href, world.folder(), String(CALLS), '5'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    children.push(child)
    const statuses: string[] = []
    const ready = new Promise<void>((resolve) =>
      child.stdout?.on('data', (chunk) => {
        statuses.push(...String(chunk).split('\n').filter(Boolean))
        if (statuses[0] === 'ready') resolve()
      }),
    )
    return { child, statuses, ready, ended: once(child, 'exit') }
  })
  await Promise.all(callers.map(({ ready }) => ready))
  for (const { statuses, child } of callers) {
    statuses.length = 0
    child.stdin?.write('go\n')
  }
  return callers
}

/** Expires all tokens again and again, each time after the processes have had some calls with the last. */
async function expireOften(server: TestServer, callers: Caller[]): Promise<void> {
  for (let expiry = 1; expiry <= EXPIRIES; expiry++) {
    const due = (expiry * CALLS) / (EXPIRIES + 1)
    while (callers.some(({ child, statuses }) => child.signalCode === null && statuses.length < due)) await sleep(5)
    server.expireAll()
  }
}

function lockHolder(): number | undefined {
  const [file] = readdirSync(world.folder()).filter((name) => /[0-9a-f]{24}\.\d+\.lock$/.test(name))
  return file && JSON.parse(readFileSync(join(world.folder(), file), 'utf8')).process
}

test('eight processes get through seven expiries and 960 calls with seven refreshes and no reuse', async () => {
  const server = await world.start({ replayWindow: 0 })
  await world.signIn(world.open(server))
  const callers = await startCallers(server, PROCESSES)
  await expireOften(server, callers)
  await Promise.all(callers.map(({ ended }) => ended))
  const statuses = callers.flatMap(({ statuses }) => statuses)
  expect(statuses.length).toBe(PROCESSES * CALLS)
  expect(new Set(statuses)).toEqual(new Set(['200']))
  expect(server.counts).toEqual({ refreshes: EXPIRIES, replays: 0, reuses: 0 })
}, 60_000)

test('and the same when one of them is killed in the middle of a refresh', async () => {
  const server = await world.start()
  await world.signIn(world.open(server))
  const callers = await startCallers(server, PROCESSES)
  let killed: Caller | undefined
  server.behaviour.intercept = async (path) => {
    if (path !== '/token' || killed || server.counts.refreshes < 3) return false
    killed = callers.find(({ child }) => child.pid === lockHolder())
    killed?.child.kill('SIGKILL')
    await killed?.ended
    // The server goes on: the refresh token is spent, and nobody has got its successor.
    return false
  }
  await expireOften(server, callers)
  await Promise.all(callers.map(({ ended }) => ended))
  expect(killed).toBeDefined()
  const survivors = callers.filter((caller) => caller !== killed).flatMap(({ statuses }) => statuses)
  expect(survivors.length).toBe((PROCESSES - 1) * CALLS)
  expect(new Set(survivors)).toEqual(new Set(['200']))
  expect(server.counts).toEqual({ refreshes: EXPIRIES, replays: 1, reuses: 0 })
}, 60_000)
