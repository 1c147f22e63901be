import {
  type CallToolResult,
  classifyInboundRequest,
  createMcpHandler,
  type InputRequiredResult,
  type ListToolsResult,
  Server,
  type ServerContext,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { isObject } from '../../body/is-object.ts'
import type { Logger } from '../../server/log.ts'
import { hasViews } from '../resources/views.ts'
import { UI_EXTENSION } from '../views/views.ts'
import { answerableBatch, inOrder } from './batch.ts'
import { instructionsFor } from './instructions.ts'
import { isDenial, type Methods, toRpcError } from './methods.ts'
import {
  acceptsAnything,
  CHANGING,
  type ClientSide,
  type Exchange,
  FORMER_REVISIONS,
  type Message,
  type Params,
  REVISION,
  SERVER_INFO,
  STABLE,
} from './protocol.ts'
import { canAsk } from './session.ts'

/** Handles every method of the protocol, in every revision. Throws the errors that `isDenial` recognises. */
export type Handler = (message: Message, exchange: Exchange) => Promise<Response>

/** A denial becomes an HTTP status, which the SDK's server cannot set: it is kept until the server has responded. */
interface Deniable extends Exchange {
  denial?: unknown
}

/**
 * The SDK's server with our methods, without sessions: a server lives for one request. Requests of revision 2026-07-28
 * go to the SDK's handler, earlier ones to its transport, since the handler would answer them with event streams.
 */
export function createHandler(methods: Methods, logger: Logger): Handler {
  const exchanges = new WeakMap<Request, Deniable>()
  const modern = createMcpHandler(
    ({ requestInfo }) => {
      const exchange = requestInfo && exchanges.get(requestInfo)
      if (!exchange) throw new Error('The SDK made a server for a request that it was not given')
      return serverOf(methods, exchange)
    },
    { legacy: 'reject', onerror: (error) => logger.info({ reason: reasonOf(error) }, 'mcp') },
  )

  return async (message, exchange) => {
    const deniable: Deniable = { ...exchange }
    const request = new Request('http://localhost/mcp', { method: 'POST', headers: headersOf(message) })
    exchanges.set(request, deniable)
    const options = message.body === undefined ? {} : { parsedBody: message.body }
    const response = isLegacy(request.headers, message.body)
      ? await serveLegacy(serverOf(methods, deniable), request, message.body)
      : await withEveryRevision(message.body, await modern.fetch(request, options))
    if (deniable.denial) throw deniable.denial
    if (response.status >= 500) logger.error({ request_id: exchange.requestId }, 'mcp')
    return response
  }
}

/** The supported revisions: the SDK's handler lists only its own, its transport supports the earlier ones. */
async function withEveryRevision(body: unknown, response: Response): Promise<Response> {
  if (!isObject(body) || body.method !== 'server/discover' || response.status !== 200) return response
  const answer = await response.json()
  if (answer.result) answer.result.supportedVersions = [REVISION, ...FORMER_REVISIONS]
  return Response.json(answer, { headers: response.headers })
}

/** The part of a message before a colon or a quote; the rest may come from the client, and must not be logged. */
function reasonOf({ message }: Error): string {
  return message.replace(/[:'"`].*/s, '')
}

/** Node joins repeated headers into one text, except `Set-Cookie`, which requests do not have. */
function headersOf({ headers }: Message): Headers {
  const given = new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]))
  if (acceptsAnything(headers)) given.set('accept', 'application/json, text/event-stream')
  return given
}

function isLegacy(headers: Headers, body: unknown): boolean {
  const given = (field: string, name: string) => (headers.has(name) ? { [field]: headers.get(name) } : {})
  const { kind } = classifyInboundRequest({
    httpMethod: 'POST',
    body,
    ...given('protocolVersionHeader', 'mcp-protocol-version'),
    ...given('mcpMethodHeader', 'mcp-method'),
    ...given('mcpNameHeader', 'mcp-name'),
  })
  return kind === 'legacy'
}

async function serveLegacy(server: Server, request: Request, body: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  const response = await transport.handleRequest(request, { parsedBody: answerableBatch(body) })
  await server.close()
  return response
}

function serverOf(methods: Methods, exchange: Deniable): Server {
  const server = new Server(SERVER_INFO, {
    capabilities: {
      tools: { listChanged: false },
      resources: { listChanged: false, subscribe: false },
      prompts: { listChanged: false },
      completions: {},
      ...(hasViews(exchange.context.caller) && { extensions: { [UI_EXTENSION]: {} } }),
    },
    instructions: instructionsFor(exchange.context.caller),
    cacheHints: {
      'server/discover': STABLE,
      'tools/list': STABLE,
      'resources/list': CHANGING,
      'resources/templates/list': STABLE,
      'resources/read': CHANGING,
      'prompts/list': STABLE,
    },
  })
  const nextTurn = async () => exchange.takeNextTurn?.()
  const run = inOrder(nextTurn)
  server.onerror = (error) => exchange.logger.info({ request_id: exchange.requestId, reason: reasonOf(error) }, 'mcp')
  const answering =
    <R>(method: (exchange: Exchange, params: Params) => Promise<R> | R) =>
    async ({ params = {} }: { params?: Params | undefined }, { mcpReq }: ServerContext): Promise<R> => {
      try {
        return await run(async () => method({ ...exchange, client: clientSide(mcpReq) }, params))
      } catch (error) {
        if (isDenial(error)) exchange.denial = error
        throw toRpcError(error, exchange)
      }
    }
  server.setRequestHandler('tools/list', answering<ListToolsResult>(methods['tools/list']))
  server.setRequestHandler('tools/call', answering<CallToolResult | InputRequiredResult>(methods['tools/call']))
  server.setRequestHandler('resources/list', answering(methods['resources/list']))
  server.setRequestHandler('resources/templates/list', answering(methods['resources/templates/list']))
  server.setRequestHandler('resources/read', answering(methods['resources/read']))
  server.setRequestHandler('prompts/list', answering(methods['prompts/list']))
  server.setRequestHandler('prompts/get', answering(methods['prompts/get']))
  server.setRequestHandler('completion/complete', answering(methods['completion/complete']))
  return server
}

function clientSide({ envelope, inputResponses, requestState }: ServerContext['mcpReq']): ClientSide {
  // The type of the envelope does not declare its keys.
  const capabilities = (envelope as Params | undefined)?.['io.modelcontextprotocol/clientCapabilities']
  const elicitation = isObject(capabilities) ? capabilities.elicitation : undefined
  return {
    elicits: canAsk(elicitation),
    responses: inputResponses,
    state: requestState(),
  }
}
