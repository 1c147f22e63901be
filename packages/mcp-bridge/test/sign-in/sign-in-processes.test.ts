import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { TestServer } from '../support/authorization-behaviour.ts'
import { useAuthorizations, visit } from '../support/authorizations.ts'
import { LEGACY_HOST, textOf } from '../support/bridge-process.ts'
import { useBridges } from '../support/bridges.ts'
import { STORES, useSecretService } from '../support/secret-service.ts'

const fixture = useAuthorizations()
const bridges = useBridges()
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

function startSigner(server: TestServer, store: string) {
  const program = fileURLToPath(new URL('../support/programs/sign-in-process.ts', import.meta.url))
  const child = spawn(process.execPath, [program, server.url.href, fixture.folder(), store], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const line = async (): Promise<string> => (await lines.next()).value ?? ''
  return { child, line }
}

describe.each(STORES)('with credentials in a $store', ({ store, missing }) => {
  const service = useSecretService(store === 'keychain')
  const environment = () => ({
    ...service.environment(),
    MCP_BRIDGE_STORE: store,
    MCP_BRIDGE_HOME: fixture.folder(),
  })
  beforeEach(({ skip }) => skip(missing !== undefined, `there is no ${missing} here`))

  test('processes share one sign-in, which completes for all of them', async () => {
    const server = await fixture.start()
    const signers = [0, 1, 2].map(() => startSigner(server, store))
    const urls = await Promise.all(signers.map(({ line }) => line()))
    expect(new Set(urls).size).toBe(1)
    await visit(urls[0] ?? '')
    expect(await Promise.all(signers.map(({ line }) => line()))).toEqual(['signed in', 'signed in', 'signed in'])
    expect(server.clients.size).toBe(1)
  })

  test('a bridge whose host ends during a sign-in releases everything', async () => {
    const server = await fixture.start()
    const bridge = bridges.start([server.url.href], environment())
    await bridge.request('initialize', LEGACY_HOST)
    const [address = 'none'] =
      /^http:\S+authorize\S+/m.exec(textOf(await bridge.request('tools/call', { name: 'work' }))) ?? []
    const callback = new URL(address).searchParams.get('redirect_uri') ?? ''
    expect((await fetch(callback)).status).toBe(400)
    bridge.endInput()
    expect(await bridge.ended).toMatchObject({ code: 0 })
    await expect(fetch(callback)).rejects.toThrow()
    expect(readdirSync(fixture.folder()).filter((file) => file.endsWith('.sign-in.json'))).toEqual([])
    await fixture.signIn(fixture.open(server, { store }))
  })

  test('a process that is killed during a sign-in does not block the next one', async () => {
    const server = await fixture.start()
    const first = startSigner(server, store)
    const url = await first.line()
    const second = startSigner(server, store)
    expect(await second.line()).toBe(url)
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    expect(await second.line()).toContain('ended by the process that began it')
    const start = performance.now()
    await fixture.signIn(fixture.open(server, { store }))
    expect(performance.now() - start).toBeLessThan(2_000)
  })

  test('one sign-in reaches running bridges, and a concurrent login succeeds', async () => {
    const server = await fixture.start()
    const waiting = [0, 1, 2].map(() => bridges.start([server.url.href], environment()))
    await Promise.all(waiting.map((bridge) => bridge.request('initialize', LEGACY_HOST)))
    for (const bridge of waiting) await bridge.request('tools/call', { name: 'work', arguments: {} })
    const browser = `${process.execPath} ${fileURLToPath(new URL('../conformance/browser.mjs', import.meta.url))}`
    const login = bridges.start(['login', server.url.href], { ...environment(), MCP_BRIDGE_BROWSER: browser })
    expect(await login.ended).toMatchObject({ code: 0 })
    for (const bridge of waiting)
      expect(textOf(await bridge.request('tools/call', { name: 'work', arguments: {} }))).toBe('done')
    expect(server.authorizations.length).toBe(1)
  })
})
