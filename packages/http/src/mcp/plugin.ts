import { Readable } from 'node:stream'
import type { Handrail } from '@handrail/core'
import { describeError } from '@handrail/core/internal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authenticate, decorateRequests } from '../access/authenticate.ts'
import type { Authenticate } from '../access/own-callers.ts'
import { type RateLimits, rateLimiting } from '../access/rate-limit.ts'
import type { LoadPlayer } from '../player/load.ts'
import { codingOf, compress } from '../server/compression.ts'
import { JSON_TYPE, sendError } from '../server/errors.ts'
import { loadOnce } from '../server/load-once.ts'
import type { Logger } from '../server/log.ts'
import { createFastPath } from './fast-path/fast-path.ts'
import { requestsIn } from './protocol/batch.ts'
import { mcpErrors, rpcErrorBody } from './protocol/errors.ts'
import { createMethods } from './protocol/methods.ts'
import { sameSite } from './protocol/origin.ts'
import { type Exchange, type Message, RPC_CODE, RpcError } from './protocol/protocol.ts'
import type { Handler } from './protocol/sdk.ts'
import { SESSION_HEADER, sessionFor, showsViews } from './protocol/session.ts'
import { createAsking } from './questions/asking.ts'
import { createOpenQuestions } from './questions/open-questions.ts'
import { createDraw } from './tools/drawing.ts'
import { createTools } from './tools/tools.ts'

interface McpOptions {
  handrail: Handrail
  loadPlayer: LoadPlayer
  rateLimits: Partial<RateLimits> | undefined
  /** Further web origins whose pages can call. */
  origins: readonly string[] | undefined
  logger: Logger
  own: Authenticate | undefined
  /** Aborted when the server stops. */
  closing: AbortSignal
}

/**
 * `/mcp`: the Model Context Protocol over HTTP, without sessions that a process keeps: the session id
 * of a client that can ask a person says just that. So DELETE, which ends a session, has nothing to do, and GET, which opens
 * a stream, is not allowed.
 */
export async function serveMcp(app: FastifyInstance, options: McpOptions) {
  const { handrail, loadPlayer, rateLimits, origins, logger, own, closing } = options
  const { publicUrl } = handrail.settings
  const limiting = rateLimiting(handrail.rateLimiter, rateLimits)
  const requireSameSite = sameSite(publicUrl, origins)
  const form = mcpErrors(publicUrl)
  const tools = createTools(createDraw(loadPlayer))
  const methods = createMethods(tools)
  const answerFast = createFastPath(tools, methods)
  const onFault = (error: unknown) => logger.error({ error: describeError(error) }, 'elicitations')
  const asking = createAsking(tools, createOpenQuestions(handrail.database, { onFault }))
  // The SDK is large: it is loaded with the first request that needs it.
  const loadHandler = loadOnce(async () => (await import('./protocol/sdk.ts')).createHandler(methods, logger))

  decorateRequests(app)
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error, logger, form))
  app.delete('/mcp', (_request, reply) => void reply.code(204).send())
  app.post('/mcp', {
    onRequest: async (request, reply) => {
      request.context = await authenticate({ handrail, own }, request, 'mcp')
      requireSameSite(request)
      await limiting.count(request.context.caller.id, reply)
    },
    handler: async (request, reply) => {
      const { context, headers, body, id } = request
      if (!context) throw new Error('A route was reached without authentication')
      for (let more = requestsIn(body); more > 1; more--) await limiting.count(context.caller.id, reply)
      const message = { headers, body }
      const exchange = {
        ...{ context, requestId: id, logger },
        showsViews: () => showsViews(headers, body, context),
        takeNextTurn: () => request.takeNextTurn().catch(refuseGone),
        pause: () => request.pause()?.catch(refuseGone),
      }
      reply.header('cache-control', 'no-store')
      const fast = answerFast(message, exchange)
      if (fast) return answer(request, reply, await fast)
      if (await asking.hear(message, exchange)) return reply.code(202).send()
      const again = async () => ({ ...exchange, context: await authenticate({ handrail, own }, request, 'mcp') })
      const asked = await asking.call(message, exchange, again)
      if (asked) return 'result' in asked ? answer(request, reply, asked.result) : stream(reply, asked.events, closing)
      return pass(await loadHandler(), request, reply, { message, exchange })
    },
  })
}

function refuseGone(): never {
  throw new RpcError(RPC_CODE.internal, 'The client has gone')
}

/** Sends a response, compressed like those of the REST API. */
async function answer({ headers }: FastifyRequest, reply: FastifyReply, text: string, type = JSON_TYPE) {
  reply.header('content-type', type).header('vary', 'Origin, Accept-Encoding')
  const coding = codingOf(headers['accept-encoding'], text.length)
  if (coding === undefined) return reply.send(text)
  return reply.header('content-encoding', coding).send(await compress(text, coding))
}

/** Sends events until they end, the client disconnects, or the server stops. */
function stream(reply: FastifyReply, events: (signal: AbortSignal) => AsyncGenerator<string>, closing: AbortSignal) {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  if (reply.raw.destroyed) gone.abort()
  const frames = events(AbortSignal.any([closing, gone.signal]))
  return (
    reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store, no-transform')
      // Keeps proxies from buffering the response.
      .header('x-accel-buffering', 'no')
      .send(Readable.from(frames, { objectMode: false, highWaterMark: 1 }))
  )
}

interface Asked {
  message: Message
  exchange: Exchange
}

async function pass(handler: Handler, request: FastifyRequest, reply: FastifyReply, { message, exchange }: Asked) {
  try {
    const response = await handler(message, exchange)
    const type = response.headers.get('content-type')
    reply.code(response.status)
    const session = sessionFor(message.body, exchange.context)
    if (session !== undefined && response.status === 200) reply.header(SESSION_HEADER, session)
    if (type === null) return reply.send()
    // Even a stream (subscriptions/listen) ends at once, since there is nothing to subscribe to.
    return answer(request, reply, await response.text(), type === 'application/json' ? JSON_TYPE : type)
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    const { code, message: text, data } = error
    return reply
      .code(400)
      .header('content-type', JSON_TYPE)
      .send(rpcErrorBody(null, code, text, data))
  }
}
