import { AppError } from '@handrail/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from './authenticate.ts'
import type { Cors } from './cors.ts'
import { sendError } from './errors.ts'
import type { Logger } from './log.ts'
import type { Metrics } from './metrics.ts'

interface Following {
  logger: Logger
  metrics: Metrics
  cors: Cors
  answerUnrouted(request: FastifyRequest, reply: FastifyReply): void
}

/**
 * What happens around every request: its id, leave for browsers, an answer where no route takes it; at the end one line
 * in the log. The line is an allow-list: no address with its values, no header, no body can get into it.
 */
export function followRequests(app: FastifyInstance, { logger, metrics, cors, answerUnrouted }: Following): void {
  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    done()
  })

  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    cors(request, reply)
    if (closing) {
      reply.header('connection', 'close')
      return sendError(request, reply, new AppError('unavailable', 'The service is shutting down'), logger)
    }
    if (request.is404) return answerUnrouted(request, reply)
    done()
  })

  app.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? undefined : request.routeOptions.url
    const { elapsedTime, statusCode: status } = reply
    metrics.observe({ method: request.method, route, status }, elapsedTime / 1000)
    logger.info(
      {
        request_id: request.id,
        method: request.method,
        route,
        status,
        duration_ms: Math.round(elapsedTime * 10) / 10,
        caller_id: callerOf(request)?.id,
      },
      'request',
    )
    // Kept alive, the connection of a request that was under way would hold up the end until it times out.
    if (closing) app.server.closeIdleConnections()
    done()
  })
}
