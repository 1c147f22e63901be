import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { TestServer } from '../support/authorization-behaviour.ts'
import { useAuthorizations } from '../support/authorizations.ts'
import { type BridgeProcess, LEGACY_HOST, textOf } from '../support/bridge-process.ts'
import { useBridges } from '../support/bridges.ts'
import { STORES, useSecretService } from '../support/secret-service.ts'

const PROCESSES = 8
const CALLS = 120
const EXPIRIES = 7

const fixture = useAuthorizations()
const bridges = useBridges()

interface Caller {
  bridge: BridgeProcess
  /** The texts of the results so far. */
  results: string[]
  ended: Promise<unknown>
}

/** Eight bridges of as many assistants, which call a tool one time after the other. */
async function startCallers(server: TestServer, environment: Record<string, string>): Promise<Caller[]> {
  const started = Array.from({ length: PROCESSES }, () =>
    bridges.start([server.url.href], {
      ...environment,
      MCP_BRIDGE_HOME: fixture.folder(),
      MCP_BRIDGE_LOG_LEVEL: 'debug',
    }),
  )
  await Promise.all(started.map((bridge) => bridge.request('initialize', LEGACY_HOST)))
  return started.map((bridge) => {
    const results: string[] = []
    const work = async () => {
      while (results.length < CALLS) {
        results.push(textOf(await bridge.request('tools/call', { name: 'work', arguments: {} })))
        await sleep(5)
      }
    }
    return { bridge, results, ended: Promise.race([work(), bridge.ended]) }
  })
}

/** Expires all tokens again and again, each time when every process has had some calls with the last. */
async function expireOften(server: TestServer, callers: Caller[]): Promise<void> {
  for (let expiry = 1; expiry <= EXPIRIES; expiry++) {
    const due = (expiry * CALLS) / (EXPIRIES + 1)
    while (callers.some(({ bridge, results }) => bridge.child.signalCode === null && results.length < due))
      await sleep(5)
    server.expireAll()
  }
}

function lockHolder(): number | undefined {
  const [file] = readdirSync(fixture.folder()).filter((name) => /[0-9a-f]{24}\.\d+\.lock$/.test(name))
  return file && JSON.parse(readFileSync(join(fixture.folder(), file), 'utf8')).process
}

function expectNoSecrets(server: TestServer, callers: Caller[]): void {
  const said = callers.map(({ bridge }) => bridge.stderr() + bridge.noise.join('\n')).join('\n')
  expect(said).toContain('Refreshed')
  expect(server.secrets().filter((secret) => said.includes(secret))).toEqual([])
}

describe.each(STORES)('with credentials in a $store', ({ store, missing }) => {
  const service = useSecretService(store === 'keychain')
  const environment = () => ({
    ...service.environment(),
    MCP_BRIDGE_STORE: store,
    MCP_BRIDGE_HOME: fixture.folder(),
  })
  beforeEach(({ skip }) => skip(missing !== undefined, `there is no ${missing} here`))

  test('eight processes need seven refreshes for seven expiries and 960 calls, without reuse', async () => {
    const server = await fixture.start({ replayWindow: 0 })
    await fixture.signIn(fixture.open(server, { store }))
    const callers = await startCallers(server, environment())
    await expireOften(server, callers)
    await Promise.all(callers.map(({ ended }) => ended))
    const results = callers.flatMap(({ results }) => results)
    expect(results.length).toBe(PROCESSES * CALLS)
    expect(new Set(results)).toEqual(new Set(['done']))
    expect(server.counts).toEqual({ refreshes: EXPIRIES, replays: 0, reuses: 0 })
    expect(server.authorizations.length).toBe(1)
    expectNoSecrets(server, callers)
  }, 60_000)

  test('the same holds if one of them is killed during a refresh', async () => {
    const server = await fixture.start()
    await fixture.signIn(fixture.open(server, { store }))
    const callers = await startCallers(server, environment())
    let killed: Caller | undefined
    server.behaviour.intercept = async (path) => {
      if (path !== '/token' || killed || server.counts.refreshes < 3) return false
      killed = callers.find(({ bridge }) => bridge.child.pid === lockHolder())
      killed?.bridge.child.kill('SIGKILL')
      await killed?.ended
      // The server goes on: the refresh token is spent, and nobody has got its successor.
      return false
    }
    await expireOften(server, callers)
    await Promise.all(callers.map(({ ended }) => ended))
    expect(killed).toBeDefined()
    const survivors = callers.filter((caller) => caller !== killed).flatMap(({ results }) => results)
    expect(survivors.length).toBe((PROCESSES - 1) * CALLS)
    expect(new Set(survivors)).toEqual(new Set(['done']))
    expect(server.counts).toEqual({ refreshes: EXPIRIES, replays: 1, reuses: 0 })
    expectNoSecrets(server, callers)
  }, 60_000)

  test('a process that was suspended during a refresh does not send its old token afterwards', async () => {
    const server = await fixture.start({ replayWindow: 0 })
    await fixture.signIn(fixture.open(server, { store }))
    const started = Array.from({ length: 3 }, () => bridges.start([server.url.href], environment()))
    await Promise.all(started.map((bridge) => bridge.request('initialize', LEGACY_HOST)))
    const work = (bridge: BridgeProcess) => bridge.request('tools/call', { name: 'work', arguments: {} }).then(textOf)
    let frozen: { bridge: BridgeProcess; since: number } | undefined
    server.behaviour.intercept = async (path) => {
      if (path !== '/token' || frozen) return false
      const bridge = started.find(({ child }) => child.pid === lockHolder())
      if (!bridge) return false
      bridge.child.kill('SIGSTOP')
      frozen = { bridge, since: performance.now() }
      // The request never arrives, as when a machine falls asleep.
      await new Promise(() => undefined)
      return true
    }
    server.expireAll()
    const [caller] = started
    const id = caller?.begin('tools/call', { name: 'work', arguments: {} }) ?? 0
    await vi.waitFor(() => expect(frozen).toBeDefined(), 10_000)
    for (const other of started.filter((bridge) => bridge !== frozen?.bridge)) expect(await work(other)).toBe('done')
    // Requests for tokens end after 15 s: when it wakes, its own has.
    await sleep(Math.max(0, 16_000 - (performance.now() - (frozen?.since ?? 0))))
    frozen?.bridge.child.kill('SIGCONT')
    expect(caller && textOf(await caller.answer(id))).toBe('done')
    for (const bridge of started) expect(await work(bridge)).toBe('done')
    expect(server.counts).toEqual({ refreshes: 1, replays: 0, reuses: 0 })
    expect(server.authorizations.length).toBe(1)
  }, 60_000)
})
