import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { LEGACY_HOST, modern, textOf, toolNames } from '../support/bridge-process.ts'
import { useBridges, useServers } from '../support/bridges.ts'
import { legacyServer, listen, modernServer } from '../support/servers.ts'

const bridges = useBridges()
const stoppable = useServers()
const echo = { name: 'echo', arguments: { text: 'hi' } }
const portOf = (url: string) => Number(new URL(url).port)

describe('a server that is down', () => {
  test('lists tools from the cache, and is used again as soon as it is back', async () => {
    const server = await modernServer()
    await bridges.use(server.url)
    await server.stop()
    const bridge = bridges.start([server.url])
    await bridge.request('initialize', LEGACY_HOST)
    expect(toolNames(await bridge.request('tools/list'))).toContain('echo')
    const failed = await bridge.request('tools/call', echo)
    expect(failed.result?.isError).toBe(true)
    expect(textOf(failed)).toMatch(/^Nothing answers at http:\S+: the server seems to be down; .*\.$/)
    await stoppable(modernServer(portOf(server.url)))
    expect(textOf(await bridge.request('tools/call', echo))).toBe('hi')
  })

  test('is an error if nothing is cached, and a list change when it is back', async () => {
    const server = await legacyServer()
    await server.stop()
    const bridge = bridges.start([server.url])
    await bridge.request('initialize', LEGACY_HOST)
    expect((await bridge.request('tools/list')).error?.message).toContain('Nothing answers')
    await stoppable(legacyServer(portOf(server.url)))
    await bridge.told('notifications/tools/list_changed')
    expect(toolNames(await bridge.request('tools/list'))).toContain('echo')
    expect(bridge.stderr().match(/Nothing answers/g)).toHaveLength(1)
  })

  test('can lose the session: requests that it did not run are sent again in a new one', async () => {
    const server = await stoppable(legacyServer())
    const bridge = bridges.start([server.url])
    await bridge.request('initialize', LEGACY_HOST)
    await bridge.request('tools/list')
    server.lose()
    expect(textOf(await bridge.request('tools/call', echo))).toBe('hi')
    server.lose()
    const change = { name: 'change', arguments: {} }
    expect(textOf(await bridge.request('tools/call', change))).toBe('changed')
  })

  test('gets only idempotent requests again', async () => {
    let busy = 0
    const tools = [
      { name: 'look', inputSchema: {}, annotations: { readOnlyHint: true } },
      { name: 'make', inputSchema: {} },
    ]
    const server = await stoppable(
      listen((_request, response, body) => {
        const { id, method } = JSON.parse(body) as { id: number; method: string }
        const isCall = method === 'tools/call'
        if (isCall && ++busy % 2 === 1) return void response.writeHead(503, { 'retry-after': '0' }).end()
        const result = isCall
          ? { content: [] }
          : { tools, supportedVersions: ['2026-07-28'], capabilities: { tools: {} } }
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ jsonrpc: '2.0', id, result }))
      }),
    )
    const bridge = bridges.start([server.url])
    await bridge.request('initialize', LEGACY_HOST)
    await bridge.request('tools/list')
    expect((await bridge.request('tools/call', { name: 'look' })).result).toEqual({ content: [] })
    expect(textOf(await bridge.request('tools/call', { name: 'make' }))).toContain('is not available now (503)')
    expect(server.seen.filter((one) => one === 'POST tools/call')).toHaveLength(3)
  })
})

describe('lists', () => {
  test('that arrive late cause a list change', async () => {
    let slow = false
    const server = await stoppable(
      listen(async (_request, response, body) => {
        const { id, method } = JSON.parse(body) as { id: number; method: string }
        if (method === 'tools/list' && slow) await sleep(1800)
        const tools = [{ name: slow ? 'new' : 'old', inputSchema: {} }]
        const result = { tools, supportedVersions: ['2026-07-28'], capabilities: { tools: {} } }
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ jsonrpc: '2.0', id, result }))
      }),
    )
    await bridges.use(server.url)
    slow = true
    const bridge = bridges.start([server.url])
    await bridge.request('initialize', LEGACY_HOST)
    expect(toolNames(await bridge.request('tools/list'))).toEqual(['old'])
    await bridge.told('notifications/tools/list_changed')
    expect(toolNames(await bridge.request('tools/list'))).toEqual(['new'])
  })

  test('are cached as long as the server says', async () => {
    const server = await stoppable(
      listen((_request, response, body) => {
        const { id } = JSON.parse(body) as { id: number }
        const tools = [{ name: 'one', inputSchema: {} }]
        const result = {
          tools,
          ttlMs: 60_000,
          cacheScope: 'private',
          supportedVersions: ['2026-07-28'],
          capabilities: {},
        }
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ jsonrpc: '2.0', id, result }))
      }),
    )
    await bridges.use(server.url)
    const bridge = bridges.start([server.url])
    const { result } = await bridge.request('tools/list', modern())
    expect(result?.ttlMs).toBeGreaterThan(50_000)
    await bridge.request('tools/list', modern())
    expect(server.seen.filter((one) => one === 'POST tools/list')).toHaveLength(1)
  })

  test('are cached per profile', async () => {
    const server = await modernServer()
    await bridges.use(server.url, ['--profile', 'work'])
    await server.stop()
    const listed = async (profile: string) => {
      const bridge = bridges.start([server.url], { MCP_BRIDGE_PROFILE: profile })
      await bridge.request('initialize', LEGACY_HOST)
      return toolNames(await bridge.request('tools/list'))
    }
    expect(await listed('work')).toContain('echo')
    expect(await listed('home')).toEqual([])
  })

  test('are updated when the server reports a change', async () => {
    const server = await stoppable(modernServer())
    const bridge = bridges.start([server.url])
    await bridge.request('initialize', LEGACY_HOST)
    await expect.poll(() => server.seen).toContain('POST subscriptions/listen')
    const id = bridge.begin('subscriptions/listen', modern({ notifications: { toolsListChanged: true } }))
    await bridge.told('notifications/subscriptions/acknowledged')
    await sleep(50)
    server.handler.notify.toolsChanged()
    const first = await bridge.told('notifications/tools/list_changed')
    const second = await bridge.told('notifications/tools/list_changed', 2)
    const marks = [first, second].map(({ params }) => JSON.stringify(params?._meta ?? null))
    expect(marks.sort()).toEqual(['null', `{"io.modelcontextprotocol/subscriptionId":${id}}`].sort())
  })
})

describe('tools that are switched off', () => {
  test.each([
    [['--allow-tool', 'e*'], ['echo']],
    [
      ['--deny-tool', 'e*,slow'],
      ['change', 'log', 'ask'],
    ],
    [['--read-only'], ['echo']],
    [['--allow-tool', 'echo', '--allow-tool', 'ask', '--deny-tool', 'a*'], ['echo']],
  ])('by %j are hidden and refused', async (args, left) => {
    const server = await stoppable(modernServer())
    const bridge = bridges.start([server.url, ...args])
    await bridge.request('initialize', LEGACY_HOST)
    expect(toolNames(await bridge.request('tools/list'))).toEqual(left)
    for (const name of ['echo', 'change']) {
      const { result } = await bridge.request('tools/call', { name, arguments: { text: 'hi' } })
      expect(result?.isError ?? false).toBe(!left.includes(name))
    }
    expect(server.seen.filter((one) => one === 'POST tools/call')).toHaveLength(
      left.filter((name) => ['echo', 'change'].includes(name)).length,
    )
  })
})
