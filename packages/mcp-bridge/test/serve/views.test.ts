import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/json.ts'
import { META, metaOf } from '../../src/protocol/revisions.ts'
import { type BridgeProcess, LEGACY_HOST, modern, textOf } from '../support/bridge-process.ts'
import { useBridges, useServers } from '../support/bridges.ts'
import { listen } from '../support/servers.ts'

const bridges = useBridges()
const using = useServers()
const UI = 'io.modelcontextprotocol/ui'
const TASKS = 'io.modelcontextprotocol/tasks'
const HTML = 'text/html;profile=mcp-app'
const PAGE = '<!doctype html><title>Weather</title>\u2028<p>é</p>'

const SHOW = {
  name: 'show',
  inputSchema: { type: 'object' },
  _meta: { ui: { resourceUri: 'ui://weather/view', visibility: ['model', 'app'] }, 'example.com/own': [1] },
}
const RELOAD = { name: 'reload', inputSchema: { type: 'object' }, _meta: { ui: { visibility: ['app'] } } }
const RESOURCE = { uri: 'ui://weather/view', name: 'view', mimeType: HTML, _meta: { ui: { prefersBorder: true } } }
const CONTENT = {
  uri: 'ui://weather/view',
  mimeType: HTML,
  text: PAGE,
  _meta: { ui: { csp: { connectDomains: ['https://api.example'], resourceDomains: [] }, permissions: { camera: {} } } },
}
const RESULT = {
  content: [{ type: 'text', text: '12 degrees' }],
  structuredContent: { degrees: 12 },
  _meta: { 'example.com/map': { zoom: 3 } },
}
const EXTENSIONS = { [UI]: { mimeTypes: [HTML] }, 'example.com/other': {} }

const RESULTS: Record<string, JsonObject> = {
  'tools/list': { tools: [SHOW, RELOAD] },
  'tools/call': RESULT,
  'resources/list': { resources: [RESOURCE] },
  'resources/read': { contents: [CONTENT] },
}

/** A server of either era with a view. */
async function viewServer(era: 'modern' | 'legacy') {
  const bodies: { method: string; params: JsonObject }[] = []
  const capabilities = { tools: {}, resources: {}, extensions: { ...EXTENSIONS, [TASKS]: {} } }
  const server = await using(
    listen((request, response, body) => {
      if (request.method !== 'POST') return void response.writeHead(405).end()
      const message = JSON.parse(body)
      const { id, method } = message
      bodies.push(message)
      if (id === undefined) return void response.writeHead(202).end()
      if (era === 'legacy' && method === 'server/discover') return void response.writeHead(400).end()
      const serverInfo = { name: 'weather', version: '1' }
      const begun =
        era === 'modern' ? { supportedVersions: ['2026-07-28'] } : { protocolVersion: '2025-11-25', serverInfo }
      const own = RESULTS[method] ?? { ...begun, capabilities }
      const result = era === 'modern' ? { resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...own } : own
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
    }),
  )
  return { ...server, bodies }
}

const CAPABILITIES = { extensions: EXTENSIONS }
const HOSTS = {
  legacy: {
    begin: (bridge: BridgeProcess) =>
      bridge.request('initialize', { ...LEGACY_HOST, capabilities: { extensions: { ...EXTENSIONS, [TASKS]: {} } } }),
    params: (params: JsonObject = {}) => params,
  },
  modern: {
    begin: (bridge: BridgeProcess) => bridge.request('server/discover', modern({}, CAPABILITIES)),
    params: (params: JsonObject = {}) => modern(params, CAPABILITIES),
  },
}
const PAIRS = (['legacy', 'modern'] as const).flatMap((host) =>
  (['legacy', 'modern'] as const).map((server) => [host, server] as const),
)

test.each(PAIRS)('views pass unchanged between a %s host and a %s server', async (hostEra, serverEra) => {
  const { begin, params } = HOSTS[hostEra]
  const { url, bodies } = await viewServer(serverEra)
  const bridge = bridges.start([url])
  const { result: first } = await begin(bridge)
  const { capabilities } = first as { capabilities: { extensions: JsonObject } }
  const { [TASKS]: tasks, ...extensions } = capabilities.extensions
  expect(extensions).toEqual(EXTENSIONS)
  // Tasks are another thing in each era.
  expect(tasks).toEqual(hostEra === 'modern' ? {} : undefined)
  const ask = async (method: string, own: JsonObject = {}) => (await bridge.request(method, params(own))).result ?? {}
  expect((await ask('tools/list')).tools).toEqual([SHOW, RELOAD])
  expect((await ask('resources/list')).resources).toEqual([RESOURCE])
  expect((await ask('resources/read', { uri: RESOURCE.uri })).contents).toEqual([CONTENT])
  const { content, structuredContent, _meta } = await ask('tools/call', { name: 'show', arguments: {} })
  expect({ content, structuredContent }).toEqual({ content: RESULT.content, structuredContent: { degrees: 12 } })
  expect(_meta).toMatchObject(RESULT._meta)
  const announced = bodies.map(({ method, params }) =>
    serverEra === 'legacy' && method === 'initialize' ? params.capabilities : metaOf(params)[META.capabilities],
  )
  for (const told of announced.filter((one) => one !== undefined)) expect(told).toEqual(CAPABILITIES)
  expect(announced).toContainEqual(CAPABILITIES)
})

test('a tool for views alone is switched off like any other', async () => {
  const { url, seen } = await viewServer('modern')
  const bridge = bridges.start([url, '--deny-tool', 'reload'])
  await bridge.request('initialize', LEGACY_HOST)
  const { result } = await bridge.request('tools/list')
  expect(result?.tools).toEqual([SHOW])
  expect(textOf(await bridge.request('tools/call', { name: 'reload', arguments: {} }))).toContain(
    'blocked by --deny-tool',
  )
  expect(seen).not.toContain('POST tools/call')
})
