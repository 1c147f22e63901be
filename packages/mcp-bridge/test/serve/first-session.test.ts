import { expect, test } from 'vitest'
import { LEGACY_HOST, modern } from '../support/bridge-process.ts'
import { useBridges, useServers } from '../support/bridges.ts'
import { legacyServer, listen, modernServer } from '../support/servers.ts'

const bridges = useBridges()
const using = useServers()

test.each([
  ['modern', async () => using(modernServer())],
  ['legacy', async () => using(legacyServer())],
])('a %s server that is quick describes itself at the first start', async (name, start) => {
  const { url } = await start()
  // A busy machine is not quick each time.
  for (let attempt = 0; ; attempt++) {
    const bridge = bridges.start([url, '--profile', `attempt-${attempt}`])
    const { result } = await bridge.request('initialize', LEGACY_HOST)
    if (attempt < 8 && result?.instructions === undefined) continue
    expect(result).toMatchObject({ serverInfo: { name }, instructions: expect.stringMatching(/^Be /) })
    expect(result?.capabilities).toMatchObject({ logging: {}, resources: { subscribe: true } })
    break
  }
  for (let attempt = 0; ; attempt++) {
    const { result } = await bridges.start([url, '--profile', `modern-${attempt}`]).request('server/discover', modern())
    if (attempt < 8 && result?.instructions === undefined) continue
    expect(result?.instructions).toMatch(/^Be /)
    break
  }
})

test('one that is slow is not waited for, and what any server may have is declared', async () => {
  const server = await using(listen(() => undefined))
  const warm = bridges.start([server.url])
  await warm.request('ping', {})
  const bridge = bridges.start([server.url])
  await bridge.request('ping', {})
  const began = performance.now()
  const { result } = await bridge.request('initialize', LEGACY_HOST)
  expect(performance.now() - began).toBeLessThan(1500)
  expect(result?.capabilities).toMatchObject({ logging: {}, completions: {}, resources: { subscribe: true } })
})

test('what was declared and the server lacks is answered all the same', async () => {
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
