import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { LEGACY_HOST, modern, PROGRAM, type Spawned, textOf } from './follow.ts'
import { legacyServer, listen, modernServer } from './servers.ts'
import { useBridges } from './spawned.ts'

const bridges = useBridges()
const stopping: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop()
})

async function stoppable<T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> {
  const server = await starting
  stopping.push(server.stop)
  return server
}

const names = ({ result }: { result?: Record<string, unknown> }) =>
  ((result?.tools ?? []) as { name: string }[]).map(({ name }) => name)
const echo = { name: 'echo', arguments: { text: 'hi' } }
const portOf = (url: string) => Number(new URL(url).port)

/** A bridge that has been used before: what the server answered is in its cache. */
async function usedBridge(url: string, args: string[] = []): Promise<void> {
  const bridge = bridges.start([url, ...args])
  await bridge.request('initialize', LEGACY_HOST)
  await bridge.request('tools/list')
  // The server's word on itself comes in the background.
  await sleep(100)
  bridge.endInput()
  await bridge.ended
}

describe('the first answer', () => {
  test('comes from the cache within 150 ms of the start, without the network', async () => {
    const server = await modernServer()
    await usedBridge(server.url)
    await server.stop()
    const times: number[] = []
    for (let run = 0; run < 6 && Math.min(...times) >= 150; run++) {
      const began = performance.now()
      const bridge = bridges.start([server.url])
      const { result } = await bridge.request('initialize', LEGACY_HOST)
      times.push(performance.now() - began)
      expect(result).toMatchObject({
        protocolVersion: '2025-06-18',
        serverInfo: { name: 'modern' },
        instructions: 'Be kind',
      })
      bridge.endInput()
    }
    expect(Math.min(...times)).toBeLessThan(150)
  })

  test('needs no cache, and no server', async () => {
    const bridge = bridges.start(['http://127.0.0.1:9/mcp'])
    const listChanged = true
    const capabilities = { tools: { listChanged }, resources: { listChanged }, prompts: { listChanged } }
    const { result } = await bridge.request('initialize', { ...LEGACY_HOST, protocolVersion: '1999-01-01' })
    expect(result).toMatchObject({ protocolVersion: '2025-11-25', capabilities, serverInfo: { name: '127.0.0.1:9' } })
    const discovered = await bridge.request('server/discover', modern())
    expect(discovered.result).toMatchObject({ supportedVersions: ['2026-07-28'], capabilities })
  })

  test('says what is wrong with an envelope', async () => {
    const bridge = bridges.start(['http://127.0.0.1:9/mcp'])
    expect((await bridge.request('tools/list')).error?.code).toBe(-32602)
    const other = await bridge.request('tools/list', {
      _meta: { 'io.modelcontextprotocol/protocolVersion': '2031-01-01' },
    })
    expect(other.error).toMatchObject({ code: -32022, data: { supported: ['2026-07-28'], requested: '2031-01-01' } })
    const bare = await bridge.request('tools/list', {
      _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' },
    })
    expect(bare.error?.code).toBe(-32602)
    expect((await bridge.request('ping', modern())).error?.code).toBe(-32601)
  })
})

describe('a server that is down', () => {
  test('has its tools listed from the cache, and is used again as soon as it is back', async () => {
    const server = await modernServer()
    await usedBridge(server.url)
    await server.stop()
    const bridge = bridges.start([server.url])
    await bridge.request('initialize', LEGACY_HOST)
    expect(names(await bridge.request('tools/list'))).toContain('echo')
    const failed = await bridge.request('tools/call', echo)
    expect(failed.result?.isError).toBe(true)
    expect(textOf(failed)).toMatch(/^Nothing answers at http:\S+: the server seems to be down; .*\.$/)
    await stoppable(modernServer(portOf(server.url)))
    expect(textOf(await bridge.request('tools/call', echo))).toBe('hi')
  })

  test('is told as an error where nothing is in the cache, and then as a change', async () => {
    const server = await legacyServer()
    await server.stop()
    const bridge = bridges.start([server.url])
    await bridge.request('initialize', LEGACY_HOST)
    expect((await bridge.request('tools/list')).error?.message).toContain('Nothing answers')
    await stoppable(legacyServer(portOf(server.url)))
    await bridge.told('notifications/tools/list_changed')
    expect(names(await bridge.request('tools/list'))).toContain('echo')
    expect(bridge.stderr().match(/Nothing answers/g)).toHaveLength(1)
  })

  test('may have forgotten the session: safe calls are sent again, others are left to the host', async () => {
    const server = await stoppable(legacyServer())
    const bridge = bridges.start([server.url])
    await bridge.request('initialize', LEGACY_HOST)
    await bridge.request('tools/list')
    server.lose()
    expect(textOf(await bridge.request('tools/call', echo))).toBe('hi')
    server.lose()
    const change = { name: 'change', arguments: {} }
    expect(textOf(await bridge.request('tools/call', change))).toContain('call again')
    expect(textOf(await bridge.request('tools/call', change))).toBe('changed')
  })

  test('is asked again only for what does no harm twice', async () => {
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
  test('that come too late are told as a change', async () => {
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
    await usedBridge(server.url)
    slow = true
    const bridge = bridges.start([server.url])
    await bridge.request('initialize', LEGACY_HOST)
    expect(names(await bridge.request('tools/list'))).toEqual(['old'])
    await bridge.told('notifications/tools/list_changed')
    expect(names(await bridge.request('tools/list'))).toEqual(['new'])
  })

  test('hold as long as the server says', async () => {
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
    await usedBridge(server.url)
    const bridge = bridges.start([server.url])
    const { result } = await bridge.request('tools/list', modern())
    expect(result?.ttlMs).toBeGreaterThan(50_000)
    await bridge.request('tools/list', modern())
    expect(server.seen.filter((one) => one === 'POST tools/list')).toHaveLength(1)
  })

  test('are of one profile each', async () => {
    const server = await modernServer()
    await usedBridge(server.url, ['--profile', 'work'])
    await server.stop()
    const listed = async (profile: string) => {
      const bridge = bridges.start([server.url], { MCP_BRIDGE_PROFILE: profile })
      await bridge.request('initialize', LEGACY_HOST)
      return names(await bridge.request('tools/list'))
    }
    expect(await listed('work')).toContain('echo')
    expect(await listed('home')).toEqual([])
  })

  test('change when the server says so', async () => {
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
      ['change', 'ask'],
    ],
    [['--read-only'], ['echo']],
    [['--allow-tool', 'echo', '--allow-tool', 'ask', '--deny-tool', 'a*'], ['echo']],
  ])('by %j are hidden and refused', async (args, left) => {
    const server = await stoppable(modernServer())
    const bridge = bridges.start([server.url, ...args])
    await bridge.request('initialize', LEGACY_HOST)
    expect(names(await bridge.request('tools/list'))).toEqual(left)
    for (const name of ['echo', 'change']) {
      const { result } = await bridge.request('tools/call', { name, arguments: { text: 'hi' } })
      expect(result?.isError ?? false).toBe(!left.includes(name))
    }
    expect(server.seen.filter((one) => one === 'POST tools/call')).toHaveLength(
      left.filter((name) => ['echo', 'change'].includes(name)).length,
    )
  })
})

describe('the end', () => {
  const ends: [string, (bridge: Spawned) => Promise<void> | void][] = [
    ['at once', (bridge) => bridge.endInput()],
    [
      'after initialize',
      async (bridge) => {
        await bridge.request('initialize', LEGACY_HOST)
        bridge.endInput()
      },
    ],
    [
      'in the middle of a call',
      async (bridge) => {
        await bridge.request('initialize', LEGACY_HOST)
        bridge.begin('tools/call', { name: 'slow', arguments: {}, _meta: { progressToken: 1 } })
        await bridge.told('notifications/progress')
        bridge.endInput()
      },
    ],
    ['by SIGTERM', (bridge) => void bridge.child.kill('SIGTERM')],
    ['by SIGHUP', (bridge) => void bridge.child.kill('SIGHUP')],
    [
      'when nobody reads the answers',
      async (bridge) => {
        await bridge.request('initialize', LEGACY_HOST)
        bridge.child.stdout.destroy()
        bridge.begin('ping')
      },
    ],
  ]
  test.each(ends)('comes %s', async (what, end) => {
    const server = await stoppable(modernServer())
    const bridge = bridges.start([server.url])
    // A signal before the program runs is not ours to handle.
    if (what.startsWith('by')) await bridge.request('initialize', LEGACY_HOST)
    await end(bridge)
    const began = performance.now()
    expect(await bridge.ended).toEqual({ code: 0, signal: null })
    expect(performance.now() - began).toBeLessThan(3000)
    expect(bridge.noise).toEqual([])
  })

  test('comes with that of the host, even where it leaves the input open', async () => {
    const bridge = JSON.stringify([process.execPath, PROGRAM, 'http://127.0.0.1:9/mcp'])
    // The input is a pipe whose other end another process holds as well.
    const script = `const { spawn } = require('node:child_process')
      const [command, ...args] = ${bridge}
      const child = spawn(command, args, { stdio: [0, 'ignore', 'ignore'], detached: true })
      console.log(child.pid)
      setTimeout(() => process.exit(), 500)`
    const host = spawn(process.execPath, ['-e', script], {
      env: bridges.environmentOf(),
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    let pid = 0
    host.stdout.on('data', (chunk) => {
      pid = Number(chunk)
    })
    await new Promise((resolve) => host.once('exit', resolve))
    const lives = () => {
      try {
        return process.kill(pid, 0)
      } catch {
        return false
      }
    }
    expect(lives()).toBe(true)
    await expect.poll(lives, { timeout: 5000 }).toBe(false)
  })

  test('leaves time for an answer that is on its way', async () => {
    const server = await stoppable(modernServer())
    await usedBridge(server.url)
    const bridge = bridges.start([server.url])
    const id = bridge.begin('initialize', LEGACY_HOST)
    const called = bridge.begin('tools/call', echo)
    bridge.endInput()
    await bridge.answer(id)
    expect(textOf(await bridge.answer(called))).toBe('hi')
  })
})

describe('what is no message', () => {
  test('is answered as such, and reading goes on', async () => {
    const bridge = bridges.start(['http://127.0.0.1:9/mcp'])
    bridge.write(
      'nonsense\n[]\n{"a":1}\n{"jsonrpc":"2.0","id":7,"method":1}\n\n[1]\n{"jsonrpc":"2.0","id":"x","result":{}}\n',
    )
    bridge.write('[{"jsonrpc":"2.0","id":"batch","method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"}]\n')
    await bridge.answer('batch')
    const codes = bridge.messages.map(({ id, error }) => [id, error?.code])
    expect(codes).toEqual([
      [null, -32700],
      [null, -32600],
      [null, -32600],
      [7, -32600],
      [null, -32600],
      ['batch', undefined],
    ])
  })

  test('ten megabytes go through in both directions', async () => {
    const server = await stoppable(legacyServer())
    const bridge = bridges.start([server.url])
    await bridge.request('initialize', LEGACY_HOST)
    const text = 'ä'.repeat(5_000_000)
    const answer = await bridge.request('tools/call', { name: 'echo', arguments: { text } })
    expect(textOf(answer).length).toBe(text.length)
  })
})

test('own headers come from flags, from a file and from the environment, never from the protocol', async () => {
  const server = await stoppable(modernServer())
  writeFileSync(bridges.path('headers'), '# mine\nX-File: from the file\n')
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is what the person writes
  const flags = ['--header', 'X-Flag: ${OWN_KEY}', '--header-file', bridges.path('headers')]
  const bridge = bridges.start([server.url, ...flags], { OWN_KEY: 'from the environment' })
  await bridge.request('initialize', LEGACY_HOST)
  await bridge.request('tools/list')
  expect(server.requests[0]?.headers).toMatchObject({ 'x-flag': 'from the environment', 'x-file': 'from the file' })
})

test('a slash that a server misses at the end is added', async () => {
  const server = await stoppable(modernServer())
  const redirecting = await stoppable(
    listen((_, response) => void response.writeHead(307, { location: server.url }).end()),
  )
  const slashed = await stoppable(
    listen((request, response, body) => {
      if (request.url === '/mcp') return void response.writeHead(307, { location: '/mcp/' }).end()
      const { id } = JSON.parse(body) as { id: number }
      const result = { content: [{ text: 'hi' }], supportedVersions: ['2026-07-28'], capabilities: {} }
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, result }))
    }),
  )
  const bridge = bridges.start([slashed.url])
  await bridge.request('initialize', LEGACY_HOST)
  expect(textOf(await bridge.request('tools/call', echo))).toBe('hi')
  const elsewhere = bridges.start([redirecting.url])
  await elsewhere.request('initialize', LEGACY_HOST)
  expect(textOf(await elsewhere.request('tools/call', echo))).toContain('refers to another address')
})

test('a tool that takes too long fails gracefully', async () => {
  const server = await stoppable(modernServer())
  const bridge = bridges.start([server.url, '--tool-timeout', '1'])
  await bridge.request('initialize', LEGACY_HOST)
  const { result } = await bridge.request('tools/call', { name: 'slow', arguments: {} })
  expect(result).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('did not answer within 1 s') }],
  })
  await expect.poll(() => server.cancelled).toEqual(['slow'])
})

test('a deleted folder costs the cache and nothing else', async () => {
  const server = await stoppable(modernServer())
  await usedBridge(server.url)
  rmSync(bridges.path('state'), { recursive: true })
  const bridge = bridges.start([server.url])
  const { result } = await bridge.request('initialize', LEGACY_HOST)
  expect(result?.serverInfo).toMatchObject({ name: new URL(server.url).host })
  expect(names(await bridge.request('tools/list'))).toContain('echo')
})

test('another era is found out when the server changes', async () => {
  const former = await legacyServer()
  const bridge = bridges.start([former.url])
  await bridge.request('initialize', LEGACY_HOST)
  expect(textOf(await bridge.request('tools/call', echo))).toBe('hi')
  await former.stop()
  const newer = await modernServer(portOf(former.url))
  expect(textOf(await bridge.request('tools/call', echo))).toBe('hi')
  await newer.stop()
  await stoppable(legacyServer(portOf(former.url)))
  expect(textOf(await bridge.request('tools/call', echo))).toBe('hi')
})
