import { fastify } from 'fastify'
import type { Methods } from '../../src/mcp/protocol/methods.ts'
import { sameSite } from '../../src/mcp/protocol/origin.ts'
import { RPC_CODE, RpcError } from '../../src/mcp/protocol/protocol.ts'
import { createHandler } from '../../src/mcp/protocol/sdk.ts'
import { silent } from '../../src/server/log.ts'
import type { Instance } from '../support/instance.ts'

/** One red pixel, and a moment of silence. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='
const MISSING_CAPABILITY = -32021

const text = (words: string) => ({ type: 'text' as const, text: words })
const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' }
const embedded = (uri: string, mimeType: string, words: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: words },
})

const TOOLS: Record<string, { content: object[]; isError?: boolean }> = {
  test_simple_text: { content: [text('This is a simple text response for testing.')] },
  test_image_content: { content: [image] },
  test_audio_content: { content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] },
  test_embedded_resource: {
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  },
  test_multiple_content_types: {
    content: [
      text('Multiple content types test:'),
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  },
  test_error_handling: {
    content: [text('This tool intentionally returns an error for testing')],
    isError: true,
  },
  test_logging_tool: { content: [text('Nothing was logged to the client.')] },
  test_streaming_elicitation: { content: [text('Nothing was asked.')] },
}

const RESOURCES: Record<string, object> = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: PNG },
}

/** What the suite wants to call and to read, in the place of our tools and guides. */
const FIXTURES: Methods = {
  'prompts/list': () => ({ prompts: [] }),
  'prompts/get': (_exchange, { name }) => {
    throw new RpcError(RPC_CODE.invalidParams, `Unknown prompt: ${name}`)
  },
  'completion/complete': async () => ({ completion: { values: [] } }),
  'tools/list': () => ({
    tools: [...Object.keys(TOOLS), 'test_missing_capability'].map((name) => ({
      name,
      description: 'A fixture of the conformance suite',
      inputSchema: { type: 'object' },
    })),
  }),
  'tools/call': async (_exchange, { name }) => {
    if (name === 'test_missing_capability')
      throw new RpcError(MISSING_CAPABILITY, 'This tool needs sampling', { requiredCapabilities: { sampling: {} } })
    const found = TOOLS[String(name)]
    if (!found) throw new RpcError(RPC_CODE.invalidParams, `Unknown tool: ${name}`)
    // The contents above are of the kinds that the protocol has.
    return found as Awaited<ReturnType<Methods['tools/call']>>
  },
  'resources/list': async () => ({
    resources: Object.keys(RESOURCES).map((uri) => ({ uri, name: uri })),
  }),
  'resources/templates/list': () => ({
    resourceTemplates: [{ name: 'data', uriTemplate: 'test://template/{id}/data', mimeType: 'application/json' }],
  }),
  'resources/read': async (_exchange, { uri }) => {
    const address = String(uri)
    const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(address) ?? []
    const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
    const found = id === undefined ? RESOURCES[address] : { mimeType: 'application/json', text: data }
    if (!found) throw new RpcError(RPC_CODE.invalidParams, `Unknown resource: ${address}`, { uri: address })
    // As above.
    return { contents: [{ uri: address, ...found }] } as Awaited<ReturnType<Methods['resources/read']>>
  },
}

/** A server with the fixtures over the same handler as ours: it says nothing of our tools, and all of how they are served. */
export async function serveFixtures({ handrail, acme }: Instance) {
  const context = await handrail.authenticate(acme.token, 'mcp')
  const handler = createHandler(FIXTURES, silent)
  const requireSameSite = sameSite('http://localhost:3000')
  const app = fastify()
  app.delete('/mcp', (_request, reply) => void reply.code(204).send())
  app.post('/mcp', async (request, reply) => {
    try {
      requireSameSite(request)
    } catch (error) {
      return reply.code(403).send(String(error))
    }
    const { headers, body, id } = request
    const response = await handler({ headers, body }, { context, requestId: id, logger: silent })
    const type = response.headers.get('content-type')
    reply.code(response.status)
    return type === null ? reply.send() : reply.header('content-type', type).send(await response.text())
  })
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() }
}
