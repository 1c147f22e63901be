import { expect, test } from 'vitest'
import { LEGACY_HOST, modern, textOf, toolNames } from '../support/bridge-process.ts'
import { useBridges, useServers } from '../support/bridges.ts'
import { listen } from '../support/servers.ts'
import { sseServer } from '../support/sse-server.ts'

const bridges = useBridges()
const using = useServers()

test('a server of 2024-11-05 is found by its stream, and used from either era', async () => {
  const server = await using(sseServer())
  const bridge = bridges.start([server.url])
  await bridge.request('initialize', { ...LEGACY_HOST, capabilities: { elicitation: {} } })
  expect(toolNames(await bridge.request('tools/list'))).toContain('echo')
  const echo = { name: 'echo', arguments: { text: 'hello' } }
  expect(textOf(await bridge.request('tools/call', echo))).toBe('hello')
  // The server asks in the middle of a call.
  const id = bridge.begin('tools/call', { name: 'ask', arguments: {} })
  const question = await bridge.told('elicitation/create')
  bridge.write(
    `${JSON.stringify({ jsonrpc: '2.0', id: question.id, result: { action: 'accept', content: { name: 'Ann' } } })}\n`,
  )
  expect(textOf(await bridge.answer(id))).toBe('Hello Ann')

  const newer = bridges.start([server.url])
  expect(textOf(await newer.request('tools/call', modern(echo)))).toBe('hello')
  // What was found out is remembered.
  expect(newer.stderr()).toBe('')
  expect(server.seen.filter((one) => one === 'POST server/discover')).toHaveLength(1)
})

test('the stream of a server of 2024-11-05 is opened again when it has ended', async () => {
  const server = await using(sseServer())
  const bridge = bridges.start([server.url])
  await bridge.request('initialize', LEGACY_HOST)
  const echo = { name: 'echo', arguments: { text: 'hello' } }
  expect(textOf(await bridge.request('tools/call', echo))).toBe('hello')
  await server.drop()
  expect(textOf(await bridge.request('tools/call', echo))).toBe('hello')
})

test('messages to a server of 2024-11-05 go to its own origin only', async () => {
  const elsewhere = await using(listen((_, response) => void response.end()))
  const server = await using(
    listen((request, response) => {
      if (request.method !== 'GET') return void response.writeHead(405).end()
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`event: endpoint\ndata: ${elsewhere.url}\n\n`)
    }),
  )
  const bridge = bridges.start([server.url])
  await bridge.request('initialize', LEGACY_HOST)
  expect(textOf(await bridge.request('tools/call', { name: 'x', arguments: {} }))).toContain(
    'There is no MCP server at this address',
  )
  expect(elsewhere.seen).toEqual([])
})
