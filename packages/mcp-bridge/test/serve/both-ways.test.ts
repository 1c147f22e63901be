import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { LEGACY_HOST, modern, textOf, toolNames } from '../support/bridge-process.ts'
import { useBridges, useServers } from '../support/bridges.ts'
import { type Handle, listen } from '../support/servers.ts'

const bridges = useBridges()
const using = useServers()
const JSON_TYPE = { 'content-type': 'application/json' }
const STREAM = { 'content-type': 'text/event-stream' }
const event = (message: unknown) => `data: ${JSON.stringify(message)}\n\n`

/** A server of 2025-03-26; `call` answers its one tool. */
function server(call: (id: number, ...rest: Parameters<Handle>) => void, seen: Record<string, unknown>[] = []): Handle {
  return (request, response, body) => {
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const message = JSON.parse(body)
    seen.push(message)
    if (message.method === 'tools/call') return call(message.id, request, response, body)
    if (message.id === undefined || message.method === undefined) return void response.writeHead(202).end()
    if (message.method === 'server/discover') return void response.writeHead(400).end()
    const serverInfo = { name: 'former', version: '1' }
    const result =
      message.method === 'initialize'
        ? { protocolVersion: '2025-03-26', capabilities: { tools: {} }, serverInfo }
        : { tools: [{ name: 'x', inputSchema: { type: 'object' } }] }
    response.writeHead(200, JSON_TYPE).end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result }))
  }
}

const said = (id: number, text: string) => ({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } })
const CALL = { name: 'x', arguments: {} }

test('an elicitation that the server cancels is cancelled at the host, with the id of the host', async () => {
  const handle = server((id, _request, response) => {
    response.writeHead(200, STREAM)
    const params = { message: 'Name?', requestedSchema: { type: 'object', properties: {} } }
    response.write(event({ jsonrpc: '2.0', id: 'q7', method: 'elicitation/create', params }))
    response.write(event({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'q7' } }))
    response.end(event(said(id, 'without it')))
  })
  const { url } = await using(listen(handle))
  const bridge = bridges.start([url])
  await bridge.request('initialize', { ...LEGACY_HOST, capabilities: { elicitation: {} } })
  expect(textOf(await bridge.request('tools/call', CALL))).toBe('without it')
  const question = await bridge.told('elicitation/create')
  const { params } = await bridge.told('notifications/cancelled')
  expect(params?.requestId).toBe(question.id)
})

test('an elicitation that an older server cancels does not wait for a modern host, and accepts no late answer', async () => {
  const seen: Record<string, unknown>[] = []
  let withdraw: () => void = () => undefined
  const handle = server((id, _request, response) => {
    response.writeHead(200, STREAM)
    const params = { message: 'Name?', requestedSchema: { type: 'object', properties: {} } }
    response.write(event({ jsonrpc: '2.0', id: 'q7', method: 'elicitation/create', params }))
    withdraw = () => {
      response.write(event({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'q7' } }))
      response.end(event(said(id, 'without it')))
    }
  }, seen)
  const { url } = await using(listen(handle))
  const bridge = bridges.start([url])
  const capabilities = { elicitation: {} }
  const { result } = await bridge.request('tools/call', modern(CALL, capabilities))
  const [key = ''] = Object.keys(result?.inputRequests ?? {})
  withdraw()
  // The server is told that its question is over, before the host comes with what the person wrote.
  await expect.poll(() => seen.filter(({ id }) => id === 'q7')).toMatchObject([{ error: { code: -32603 } }])
  const inputResponses = { [key]: { action: 'accept', content: {} } }
  const again = { ...CALL, inputResponses, requestState: result?.requestState ?? '' }
  expect(textOf(await bridge.request('tools/call', modern(again, capabilities)))).toBe('without it')
  expect(seen.filter(({ id }) => id === 'q7')).toHaveLength(1)
})

test('progress of a request of the server to the host reaches the server', async () => {
  const seen: Record<string, unknown>[] = []
  const handle = server((id, _request, response) => {
    response.writeHead(200, STREAM)
    const params = { messages: [], maxTokens: 1, _meta: { progressToken: 'p1' } }
    response.write(event({ jsonrpc: '2.0', id: 's1', method: 'sampling/createMessage', params }))
    const timer = setInterval(() => {
      if (!seen.some(({ method }) => method === 'notifications/progress')) return
      clearInterval(timer)
      response.end(event(said(id, 'heard')))
    }, 20)
    response.once('close', () => clearInterval(timer))
  }, seen)
  const { url } = await using(listen(handle))
  const bridge = bridges.start([url])
  await bridge.request('initialize', { ...LEGACY_HOST, capabilities: { sampling: {} } })
  const id = bridge.begin('tools/call', CALL)
  await bridge.told('sampling/createMessage')
  bridge.notify('notifications/progress', { progressToken: 'p1', progress: 1 })
  expect(textOf(await bridge.answer(id))).toBe('heard')
  expect(seen.find(({ method }) => method === 'notifications/progress')?.params).toEqual({
    progressToken: 'p1',
    progress: 1,
  })
})

test.each([
  ['JSON', (messages: unknown[]) => JSON.stringify(messages), JSON_TYPE],
  ['events', (messages: unknown[]) => event(messages), STREAM],
])('a batch of 2025-03-26 is split, as %s', async (_, write, headers) => {
  const note = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'noted' } }
  const { url } = await using(
    listen(
      server((id, _request, response) => void response.writeHead(200, headers).end(write([note, said(id, 'both')]))),
    ),
  )
  const bridge = bridges.start([url])
  await bridge.request('initialize', LEGACY_HOST)
  expect(textOf(await bridge.request('tools/call', CALL))).toBe('both')
  expect((await bridge.told('notifications/message')).params).toMatchObject({ data: 'noted' })
})

test('compressed answers are accepted', async () => {
  const { url, requests } = await using(
    listen(
      server((id, _request, response) =>
        response
          .writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' })
          .end(gzipSync(JSON.stringify(said(id, 'small')))),
      ),
    ),
  )
  const bridge = bridges.start([url])
  await bridge.request('initialize', LEGACY_HOST)
  expect(toolNames(await bridge.request('tools/list'))).toEqual(['x'])
  expect(textOf(await bridge.request('tools/call', CALL))).toBe('small')
  expect(requests.at(-1)?.headers['accept-encoding']).toContain('gzip')
})

test.each([['made-by-hand-1234'], ['Bearer made-by-hand-1234'], [' made-by-hand-1234\n']])(
  'the token %j is sent with one Bearer prefix',
  async (token) => {
    const { url, requests } = await using(
      listen(
        server((id, _request, response) => void response.writeHead(200, JSON_TYPE).end(JSON.stringify(said(id, 'x')))),
      ),
    )
    const bridge = bridges.start([url], { MCP_BRIDGE_TOKEN: token })
    await bridge.request('initialize', LEGACY_HOST)
    await bridge.request('tools/call', CALL)
    expect(new Set(requests.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer made-by-hand-1234']))
  },
)

test('cookies of a load balancer are returned to the server that set them only', async () => {
  const { url, requests } = await using(
    listen(
      server((id, _request, response) =>
        response
          .writeHead(200, {
            ...JSON_TYPE,
            'set-cookie': ['node=a7; Path=/; HttpOnly', 'other=1; Domain=elsewhere.example'],
          })
          .end(JSON.stringify(said(id, 'x'))),
      ),
    ),
  )
  const bridge = bridges.start([url])
  await bridge.request('initialize', LEGACY_HOST)
  await bridge.request('tools/call', CALL)
  await bridge.request('tools/call', CALL)
  expect(requests.at(-1)?.headers.cookie).toBe('node=a7')
})
