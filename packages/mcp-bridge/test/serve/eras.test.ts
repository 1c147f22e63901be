import { afterEach, describe, expect, test } from 'vitest'
import { type BridgeProcess, LEGACY_HOST, modern, textOf } from '../support/bridge-process.ts'
import { useBridges } from '../support/bridges.ts'
import { legacyServer, modernServer } from '../support/servers.ts'

const bridges = useBridges()
const stopping: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop()
})

const SERVERS = { modern: modernServer, legacy: legacyServer }
const ELICITS = { elicitation: {} }

/** A host of each era, in so far as their messages differ. */
const HOSTS = {
  modern: {
    begin: (bridge: BridgeProcess) => bridge.request('server/discover', modern({}, ELICITS)),
    params: (params: Record<string, unknown> = {}) => modern(params, ELICITS),
  },
  legacy: {
    begin: async (bridge: BridgeProcess) => {
      const answer = await bridge.request('initialize', { ...LEGACY_HOST, capabilities: ELICITS })
      bridge.notify('notifications/initialized')
      return answer
    },
    params: (params: Record<string, unknown> = {}) => params,
  },
}

const PAIRS = (['legacy', 'modern'] as const).flatMap((host) =>
  (['legacy', 'modern'] as const).map((server) => [host, server] as const),
)

describe.each(PAIRS)('a %s host before a %s server', (hostEra, serverEra) => {
  const { begin, params } = HOSTS[hostEra]

  async function start() {
    const server = await SERVERS[serverEra]()
    stopping.push(server.stop)
    const bridge = bridges.start([server.url])
    return { server, bridge }
  }

  test('lists and calls tools, translated for each side', async () => {
    const { bridge } = await start()
    const { result: first } = await begin(bridge)
    expect(first?.capabilities).toMatchObject({ tools: { listChanged: true } })
    const { result } = await bridge.request('tools/list', params())
    expect(((result?.tools ?? []) as { name: string }[]).map(({ name }) => name)).toEqual([
      'echo',
      'change',
      'slow',
      'log',
      'ask',
    ])
    const called = await bridge.request('tools/call', params({ name: 'echo', arguments: { text: 'hi' } }))
    expect(textOf(called)).toBe('hi')
    const read = await bridge.request('resources/read', params({ uri: 'note://one' }))
    expect(read.result?.contents).toMatchObject([{ text: 'one' }])
    const missing = await bridge.request('resources/read', params({ uri: 'note://two' }))
    expect(missing.error?.code).toBe(-32602)
    for (const one of [result, called.result, read.result])
      expect(one).toMatchObject(hostEra === 'modern' ? { resultType: 'complete' } : {})
    if (hostEra === 'legacy') expect(JSON.stringify([called, read])).not.toMatch(/resultType|ttlMs/)
    else expect(result).toMatchObject({ ttlMs: 0, cacheScope: 'private' })
    expect(bridge.noise).toEqual([])
  })

  test('receives progress, and can cancel', async () => {
    const { server, bridge } = await start()
    await begin(bridge)
    const own = params({ name: 'slow', arguments: {} })
    const meta = { ...(own._meta as object | undefined), progressToken: 'mine' }
    const id = bridge.begin('tools/call', { ...own, _meta: meta })
    expect((await bridge.told('notifications/progress')).params).toMatchObject({ progressToken: 'mine', progress: 1 })
    bridge.notify('notifications/cancelled', { requestId: id })
    await expect.poll(() => server.cancelled).toEqual(['slow'])
    await bridge.request('tools/call', params({ name: 'echo', arguments: { text: 'still here' } }))
    expect(bridge.messages.some((message) => message.id === id)).toBe(false)
  })

  test('answers elicitations of the server', async () => {
    const { bridge } = await start()
    await begin(bridge)
    const answers = { action: 'accept', content: { name: 'Zoé' } }
    if (hostEra === 'modern') {
      const { result } = await bridge.request('tools/call', params({ name: 'ask', arguments: {} }))
      expect(result).toMatchObject({ resultType: 'input_required' })
      const [[key = '', question] = []] = Object.entries(result?.inputRequests ?? {})
      expect(question).toMatchObject({ method: 'elicitation/create', params: { message: 'Your name?' } })
      const { requestState } = result ?? {}
      const again = params({
        name: 'ask',
        arguments: {},
        inputResponses: { [key]: answers },
        ...(requestState !== undefined && { requestState }),
      })
      expect(textOf(await bridge.request('tools/call', again))).toBe('Hello Zoé')
      return
    }
    const id = bridge.begin('tools/call', params({ name: 'ask', arguments: {} }))
    const question = await bridge.told('elicitation/create')
    expect(question.params).toMatchObject({ message: 'Your name?' })
    bridge.write(`${JSON.stringify({ jsonrpc: '2.0', id: question.id, result: answers })}\n`)
    expect(textOf(await bridge.answer(id))).toBe('Hello Zoé')
  })

  test('receives list changes and updates of subscribed resources', async () => {
    const { server, bridge } = await start()
    await begin(bridge)
    await bridge.request('tools/list', params())
    if (hostEra === 'modern') {
      const notifications = { toolsListChanged: true, resourceSubscriptions: ['note://one'] }
      bridge.begin('subscriptions/listen', params({ notifications }))
      const { params: honoured } = await bridge.told('notifications/subscriptions/acknowledged')
      expect(honoured).toMatchObject({ notifications })
    } else await bridge.request('resources/subscribe', { uri: 'note://one' })
    // The bridge's own request to be told may still be on its way.
    await expect
      .poll(() => {
        server.change()
        return bridge.messages.map(({ method }) => method)
      })
      .toEqual(expect.arrayContaining(['notifications/tools/list_changed', 'notifications/resources/updated']))
  })

  test('receives log messages of its level', async () => {
    const { bridge } = await start()
    await begin(bridge)
    const own = params({ name: 'log', arguments: {} })
    await bridge.request('tools/call', own)
    expect(bridge.messages.some(({ method }) => method === 'notifications/message')).toBe(
      serverEra === 'legacy' && hostEra === 'legacy',
    )
    if (hostEra === 'legacy') await bridge.request('logging/setLevel', { level: 'debug' })
    const meta = { ...(own._meta as object | undefined), 'io.modelcontextprotocol/logLevel': 'debug' }
    await bridge.request('tools/call', hostEra === 'modern' ? { ...own, _meta: meta } : own)
    expect((await bridge.told('notifications/message')).params).toMatchObject({ level: 'info', data: 'logged' })
  })
})
