import type { Handrail } from '@handrail/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authenticate, decorateRequests } from '../authenticate.ts'
import { sendError } from '../errors.ts'
import type { Logger } from '../log.ts'
import { type RateLimits, rateLimiting } from '../rate-limit.ts'
import { requestsIn } from './batch.ts'
import { mcpErrors, rpcErrorBody } from './errors.ts'
import { createMethods } from './methods.ts'
import { sameSite } from './origin.ts'
import { type Exchange, type Message, RpcError } from './protocol.ts'
import type { Handler } from './sdk.ts'
import { createTools } from './tools.ts'

interface McpOptions {
  handrail: Handrail
  rateLimits: Partial<RateLimits> | undefined
  /** Web origins whose pages may call, beside our own. */
  origins: readonly string[] | undefined
  logger: Logger
}

/**
 * `/mcp`: the Model Context Protocol over HTTP, without sessions or streams. So DELETE, which ends a session, has nothing
 * to do, and GET, which opens a stream, is not taken.
 */
export async function serveMcp(app: FastifyInstance, { handrail, rateLimits, origins, logger }: McpOptions) {
  const { publicUrl } = handrail.settings
  const limiting = rateLimiting(handrail.rateLimiter, rateLimits)
  const requireSameSite = sameSite(publicUrl, origins)
  const form = mcpErrors(publicUrl)
  const methods = createMethods(createTools())
  // The SDK is large: it is loaded with the first request that needs it.
  let handler: Promise<Handler> | undefined
  const loadHandler = async () => (await import('./sdk.ts')).createHandler(methods, logger)

  decorateRequests(app)
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error, logger, form))
  app.delete('/mcp', (_request, reply) => void reply.code(204).send())
  app.post('/mcp', {
    onRequest: async (request, reply) => {
      request.context = await authenticate(handrail, request)
      requireSameSite(request)
      await limiting.count(request.context.caller.id, reply)
    },
    handler: async (request, reply) => {
      const { context, body, id } = request
      if (!context) throw new Error('A route was reached without authentication')
      for (let more = requestsIn(body); more > 1; more--) await limiting.count(context.caller.id, reply)
      handler ??= loadHandler()
      const answer = await handler
      return send(reply, await answerOf(answer, messageOf(request), { context, requestId: id, logger }))
    },
  })
}

function messageOf({ headers, body }: FastifyRequest): Message {
  const given = Object.entries(headers).filter((header): header is [string, string] => typeof header[1] === 'string')
  return { headers: Object.fromEntries(given), body }
}

async function answerOf(handler: Handler, message: Message, exchange: Exchange): Promise<Response> {
  try {
    return await handler(message, exchange)
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    return new Response(rpcErrorBody(null, error.code, error.message, error.data), {
      status: 400,
      headers: { 'content-type': 'application/json' },
    })
  }
}

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status).header('cache-control', 'no-store')
  const type = response.headers.get('content-type')
  if (type === null) return reply.send()
  // Even where the protocol wants a stream (subscriptions/listen), ours ends at once: there is nothing to subscribe to.
  return reply.header('content-type', type).send(await response.text())
}
