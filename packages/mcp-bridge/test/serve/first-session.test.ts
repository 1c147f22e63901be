import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { LEGACY_HOST, modern } from '../support/bridge-process.ts'
import { useBridges, useServers } from '../support/bridges.ts'
import { legacyServer, listen, modernServer } from '../support/servers.ts'

const bridges = useBridges()
const using = useServers()

test.each([
  ['modern', async () => using(modernServer())],
  ['legacy', async () => using(legacyServer())],
])('the instructions of a %s server arrive at the first start', async (name, start) => {
  const { url } = await start()
  const { result } = await bridges.start([url, '--profile', 'one']).request('initialize', LEGACY_HOST)
  expect(result).toMatchObject({ serverInfo: { name }, instructions: expect.stringMatching(/^Be /) })
  expect(result?.capabilities).toMatchObject({ logging: {}, resources: { subscribe: true } })
  const { result: told } = await bridges.start([url, '--profile', 'two']).request('server/discover', modern())
  expect(told?.instructions).toMatch(/^Be /)
})

test('the first start waits for instructions if nothing is cached', async () => {
  const { url, seen } = await using(lateServer(700))
  const first = bridges.start([url])
  expect((await first.request('initialize', LEGACY_HOST)).result?.instructions).toBe('Come late')
  const asked = seen.length
  const { result } = await bridges.start([url]).request('initialize', LEGACY_HOST)
  expect(result?.instructions).toBe('Come late')
  expect(asked).toBeGreaterThan(0)
})

/** A server of 2026-07-28 that thinks before each answer. */
function lateServer(ms: number) {
  return listen(async (_, response, body) => {
    const { id } = JSON.parse(body)
    await sleep(ms)
    const result = {
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {} },
      instructions: 'Come late',
      tools: [],
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, result }))
  })
}

test.each([
  ['server/discover', modern()],
  ['initialize', LEGACY_HOST],
])('the wait for a hanging server is limited, and %s and stderr say so', async (method, params) => {
  const server = await using(listen(() => undefined))
  const bridge = bridges.start([server.url])
  const { result } = await bridge.request(method, params)
  const silence = /^The server at http:\S+ has not answered within 2 s: its tools are listed once it does\.$/
  expect(result?.instructions).toMatch(silence)
  expect(bridge.stderr()).toMatch(/has not answered within 2 s/)
  expect(result?.capabilities).toMatchObject({ logging: {}, completions: {}, resources: { subscribe: true } })
})

test('a server that is down, or needs a sign-in, is not waited for', async () => {
  const gone = await listen(() => undefined)
  await gone.stop()
  const down = bridges.start([gone.url])
  const { result } = await down.request('initialize', LEGACY_HOST)
  expect(result?.instructions).not.toMatch(/within 2 s/)
  expect(result?.instructions).toContain(new URL(gone.url).host)
  const wanting = await using(
    listen((_, response) => void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()),
  )
  const { result: unsigned } = await bridges.start([wanting.url]).request('initialize', LEGACY_HOST)
  expect(unsigned).not.toHaveProperty('instructions')
})

test('methods that were announced and the server lacks are answered', async () => {
  const json = { 'content-type': 'application/json' }
  const results: Record<string, object> = {
    initialize: {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'small', version: '1' },
    },
    'tools/list': { tools: [] },
  }
  const server = await using(
    listen((_, response, body) => {
      const { id, method } = body ? JSON.parse(body) : {}
      const answer = results[method]
      if (id === undefined) return void response.writeHead(202).end()
      const message = answer ? { result: answer } : { error: { code: -32601, message: 'Unknown method' } }
      response.writeHead(answer ? 200 : 404, json).end(JSON.stringify({ jsonrpc: '2.0', id, ...message }))
    }),
  )
  const bridge = bridges.start([server.url])
  await bridge.request('initialize', LEGACY_HOST)
  await bridge.request('tools/list')
  expect((await bridge.request('logging/setLevel', { level: 'info' })).result).toEqual({})
  expect((await bridge.request('resources/subscribe', { uri: 'x://y' })).result).toEqual({})
  const ref = { type: 'ref/prompt', name: 'x' }
  const completion = await bridge.request('completion/complete', { ref, argument: { name: 'a', value: 'b' } })
  expect(completion.result).toEqual({ completion: { values: [] } })
})
