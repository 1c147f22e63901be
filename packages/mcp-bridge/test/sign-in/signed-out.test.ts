import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import type { JsonObject } from '../../src/json.ts'
import { useAuthorizations, visit } from '../support/authorizations.ts'
import { type BridgeProcess, LEGACY_HOST, modern, PROGRAM, textOf } from '../support/bridge-process.ts'
import { useBridges } from '../support/bridges.ts'

const bridges = useBridges()
const fixture = useAuthorizations()

/** A browser whose person agrees to everything. */
const AGREES = {
  MCP_BRIDGE_BROWSER: `${process.execPath} ${fileURLToPath(new URL('../conformance/browser.mjs', import.meta.url))}`,
}
const work = { name: 'work', arguments: {} }
const names = (result: JsonObject | undefined) => ((result?.tools ?? []) as { name: string }[]).map(({ name }) => name)
const addressIn = (text: string) => /https?:\/\/\S+\/authorize\?\S+/.exec(text)?.[0] ?? ''

async function initialize(bridge: BridgeProcess, capabilities: JsonObject = {}) {
  await bridge.request('initialize', { ...LEGACY_HOST, capabilities })
  bridge.notify('notifications/initialized')
}

/** Signs in, so that tools are in the cache, and then out. */
async function usedBefore(url: string) {
  const bridge = bridges.start([url], AGREES)
  await initialize(bridge)
  await bridge.request('tools/list')
  await bridge.told('notifications/tools/list_changed')
  expect(names((await bridge.request('tools/list')).result)).toEqual(['work'])
  bridge.endInput()
  await bridge.ended
}

test('the first run shows how to sign in, and then the tools', async () => {
  const server = await fixture.start()
  const bridge = bridges.start([server.url.href])
  await initialize(bridge)
  const { result } = await bridge.request('tools/list')
  expect(names(result)).toEqual(['sign_in'])
  const began = performance.now()
  const answer = await bridge.request('tools/call', { name: 'sign_in', arguments: {} })
  expect(performance.now() - began).toBeLessThan(1500)
  expect(answer.result?.isError).toBe(true)
  const address = addressIn(textOf(answer))
  expect(textOf(answer)).toMatch(/^You are not signed in to 127\.0\.0\.1:\d+\. Tell the user to open this address/)
  expect(textOf(await bridge.request('tools/call', work))).toContain(address)
  await expect.poll(() => bridge.stderr()).toContain(address)
  expect(bridge.stderr().match(/Sign in to/g)).toHaveLength(1)

  await visit(address)
  await bridge.told('notifications/tools/list_changed')
  expect(names((await bridge.request('tools/list')).result)).toEqual(['work'])
  expect(textOf(await bridge.request('tools/call', work))).toBe('done')
  expect(server.authorizations).toHaveLength(1)
})

test('the first run opens the browser; a later start waits until a tool is called', async () => {
  const server = await fixture.start()
  await usedBefore(server.url.href)
  server.revokeAll()
  const bridge = bridges.start([server.url.href], AGREES)
  await initialize(bridge)
  expect(names((await bridge.request('tools/list')).result)).toEqual(['work'])
  await sleep(300)
  expect(server.authorizations).toHaveLength(1)
  expect(textOf(await bridge.request('tools/call', work))).toContain('You are not signed in')
  await bridge.told('notifications/tools/list_changed')
  expect(textOf(await bridge.request('tools/call', work))).toBe('done')
  expect(server.authorizations).toHaveLength(2)
})

test('a pasted redirect address is accepted by the tool', async () => {
  const server = await fixture.start()
  const bridge = bridges.start([server.url.href])
  await initialize(bridge)
  const answer = await bridge.request('tools/call', work)
  const back = await fetch(addressIn(textOf(answer)), { redirect: 'manual' })
  const pasted = { name: 'sign_in', arguments: { redirect_address: back.headers.get('location') } }
  expect(textOf(await bridge.request('tools/call', pasted))).toMatch(/^Signed in\./)
  expect(textOf(await bridge.request('tools/call', work))).toBe('done')
  const nonsense = { name: 'sign_in', arguments: { redirect_address: 'nonsense' } }
  expect(textOf(await bridge.request('tools/call', nonsense))).toMatch(/^Already signed in\./)
})

test('a host that can show addresses is asked to show the sign-in address', async () => {
  const server = await fixture.start()
  const elicitation = { form: {}, url: {} }
  const bridge = bridges.start([server.url.href])
  await initialize(bridge, { elicitation })
  const { error } = await bridge.request('tools/call', work)
  expect(error).toMatchObject({ code: -32042, data: { elicitations: [{ mode: 'url' }] } })

  const newer = bridges.start([server.url.href], { MCP_BRIDGE_PROFILE: 'newer' })
  const { result } = await newer.request('tools/call', modern(work, { elicitation }))
  const requests = result?.inputRequests as { sign_in: { method: string; params: { mode: string; url: string } } }
  expect(requests.sign_in).toMatchObject({ method: 'elicitation/create', params: { mode: 'url' } })
  const again = (inputResponses: JsonObject) =>
    modern({ ...work, inputResponses, requestState: result?.requestState }, { elicitation })
  const refused = await newer.request('tools/call', again({ sign_in: { action: 'decline' } }))
  expect(textOf(refused)).toContain('You are not signed in')
  await visit(requests.sign_in.params.url)
  await expect.poll(newer.stderr).not.toContain('without success')
  await expect
    .poll(async () => textOf(await newer.request('tools/call', again({ sign_in: { action: 'accept' } }))))
    .toBe('done')
})

test('additional scopes are requested once, with a message to the person', async () => {
  let refused = 0
  const server = await fixture.start({
    intercept: (path, request, response) => {
      if (path !== '/mcp' || !request.headers.authorization || request.headers['mcp-method'] !== undefined) return false
      if (server.authorizations.length === 1 && refused++ < 1) return false
      const challenge = 'Bearer error="insufficient_scope", scope="admin"'
      response.writeHead(403, { 'www-authenticate': challenge }).end()
      return true
    },
  })
  const bridge = bridges.start([server.url.href], AGREES)
  await initialize(bridge)
  await bridge.request('tools/list')
  await bridge.told('notifications/tools/list_changed')
  const first = textOf(await bridge.request('tools/call', work))
  expect(first).toMatch(/wants more rights for this \(admin\), which its user has to grant/)
  await expect.poll(() => server.authorizations.length).toBe(2)
  expect(server.authorizations[1]?.get('scope')?.split(' ')).toEqual(expect.arrayContaining(['read', 'write', 'admin']))
  await expect
    .poll(async () => textOf(await bridge.request('tools/call', work)), { timeout: 5000 })
    .toMatch(/still wants more rights for this \(admin\) although you signed in for them: ask an administrator/)
  await bridge.request('tools/call', work)
  expect(server.authorizations).toHaveLength(2)
})

test('the end of the host ends a waiting sign-in', async () => {
  const server = await fixture.start()
  const bridge = bridges.start([server.url.href])
  await initialize(bridge)
  await bridge.request('tools/call', work)
  const callback = new URL(addressIn(bridge.stderr())).searchParams.get('redirect_uri') ?? ''
  const began = performance.now()
  bridge.endInput()
  expect((await bridge.ended).code).toBe(0)
  expect(performance.now() - began).toBeLessThan(2000)
  await expect(fetch(callback)).rejects.toThrow()
})

test('no secret is in the log at any level', async () => {
  const server = await fixture.start()
  const log = bridges.path('bridge.log')
  const bridge = bridges.start(
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is what the person writes
    [server.url.href, '--log-level', 'debug', '--log-file', log, '--header', 'X-Key: ${OWN_KEY}'],
    { ...AGREES, OWN_KEY: 'a-secret-of-my-own' },
  )
  await initialize(bridge)
  await bridge.request('tools/list')
  await bridge.told('notifications/tools/list_changed')
  await bridge.request('tools/call', work)
  server.expireAll()
  expect(textOf(await bridge.request('tools/call', work))).toBe('done')
  bridge.endInput()
  await bridge.ended
  const text = readFileSync(log, 'utf8')
  expect(text).toContain('tools/call')
  for (const secret of [...server.secrets().filter((one) => !one.startsWith('client')), 'a-secret-of-my-own'])
    expect(text + bridge.stderr()).not.toContain(secret)
  const [verifier = ''] = server.tokenRequests.map((form) => form.get('code_verifier') ?? '')
  expect(verifier).not.toBe('')
  expect(text + bridge.stderr()).not.toContain(verifier)
  expect(readdirSync(bridges.path()).includes('bridge.log')).toBe(true)
})

test('after a sign-in, a refresh and many calls the bridge uses less than 80 MB', async ({ skip }) => {
  if (process.platform !== 'linux') return skip('only Linux tells the memory of another process in a file')
  if (!PROGRAM.endsWith('.js')) return skip('the sources take more than what is built from them')
  const server = await fixture.start()
  const bridge = bridges.start([server.url.href], AGREES)
  await initialize(bridge)
  await bridge.request('tools/list')
  await bridge.told('notifications/tools/list_changed')
  for (let call = 0; call < 200; call++) {
    if (call === 100) server.expireAll()
    expect(textOf(await bridge.request('tools/call', work))).toBe('done')
  }
  const status = readFileSync(`/proc/${bridge.child.pid}/status`, 'utf8')
  expect(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024).toBeLessThan(80_000_000)
})

test('a configured Authorization header replaces the sign-in', async () => {
  const server = await fixture.start()
  const bridge = bridges.start([server.url.href, '--header', 'Authorization: Bearer mine'])
  await initialize(bridge)
  expect((await bridge.request('tools/list')).error?.message).toMatch(
    /refuses the given Authorization header: correct it\./,
  )
  expect(server.requests).not.toContain('/register')
})

test('tools stay listed after a revoked grant, and a call names the address to sign in again', async () => {
  const server = await fixture.start()
  await fixture.signIn(fixture.open(server, { folder: bridges.path('state') }))
  const bridge = bridges.start([server.url.href])
  await initialize(bridge)
  expect(names((await bridge.request('tools/list')).result)).toEqual(['work'])
  expect(textOf(await bridge.request('tools/call', work))).toBe('done')
  server.revokeAll()
  const refused = textOf(await bridge.request('tools/call', work))
  expect(refused).toMatch(/^You are not signed in to /)
  // The bridge looks once a second whether somebody signed out; other processes see it then, and so does a next start.
  await vi.waitFor(() => expect(bridge.stderr()).toContain('has ended (revoked or expired)'))
  await sleep(1500)
  expect(names((await bridge.request('tools/list')).result)).toEqual(['work'])
  bridge.endInput()
  await bridge.ended
  const next = bridges.start([server.url.href])
  await initialize(next)
  expect(names((await next.request('tools/list')).result)).toEqual(['work'])
  expect(textOf(await next.request('tools/call', work))).toMatch(/^You are not signed in to /)
  await visit(addressIn(textOf(await next.request('tools/call', work))))
  await next.told('notifications/tools/list_changed')
  expect(textOf(await next.request('tools/call', work))).toBe('done')
})
