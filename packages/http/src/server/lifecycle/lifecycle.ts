import { AppError } from '@handrail/core'
import { inRequest } from '@handrail/core/internal'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  onResponseHookHandler,
} from 'fastify'
import { callerOf } from '../../access/authenticate.ts'
import type { Metrics } from '../../monitoring/metrics.ts'
import { PROBES } from '../../monitoring/probes.ts'
import type { Cors } from '../cors.ts'
import { sendError } from '../errors.ts'
import { watchBodies } from '../limits/slow-bodies.ts'
import { cutUnread } from '../limits/unread.ts'
import type { Logger, RequestLine } from '../log.ts'
import { cutOff } from '../options.ts'
import { createDrain } from './drain.ts'
import { endTrace, traceRequests } from './trace.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response stays open while the client listens: its duration is no measure of the service. */
    isOpenEnded?: boolean
  }
}

interface Observers {
  logger: Logger
  metrics: Metrics
  cors: Cors
  /** The value of Strict-Transport-Security; undefined where none is sent. */
  strictTransport: string | undefined
  /** Aborted as the server begins to stop, to end responses without an end of their own. */
  closing: AbortController
  answerUnrouted(request: FastifyRequest, reply: FastifyReply): void
}

/**
 * The hooks around every request: its id, CORS headers, the response to unrouted requests, a log line at the end.
 */
export function observeRequests(app: FastifyInstance, observers: Observers): void {
  const { logger, metrics, cors, strictTransport, closing, answerUnrouted } = observers
  const writeLine = (line: RequestLine) =>
    logger.requestLine ? logger.requestLine(line) : logger.info(line, 'request')
  const drain = createDrain(app.server)
  const bodies = watchBodies((reply) => cutOff(reply, logger))
  app.addHook('preClose', async () => {
    closing.abort()
    await drain.run()
  })

  const begin: onRequestHookHandler = (request, reply, done) => {
    drain.begin(reply)
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    if (strictTransport) reply.header('strict-transport-security', strictTransport)
    cors(request, reply)
    if (drain.isOver) {
      reply.header('connection', 'close')
      const refused = new AppError('unavailable', 'The service is shutting down')
      return drain.refuse(() => sendError(request, reply, refused, logger))
    }
    bodies.begin(reply)
    // RFC 9112 section 3.2; not required of HTTP/1.0, which some health checks use.
    if (request.raw.headers.host === undefined && request.raw.httpVersion === '1.1')
      return sendError(request, reply, new AppError('invalid_request', 'Send the Host header (RFC 9112)'), logger)
    if (request.is404) return answerUnrouted(request, reply)
    done()
  }

  /** Of each request that is answered, if the log is of any use: those of supervisors that find nothing to say are not. */
  const isWorthALine = (route: string | undefined, status: number) => status >= 400 || !PROBES.has(route ?? '')

  /** The log line has a fixed set of fields: no query, header or body can get into it. */
  function ending(route: string | undefined, isOpenEnded = false): onResponseHookHandler {
    const observe = metrics.ofRoute(route)
    return (request, reply, done) => {
      drain.end(reply)
      bodies.end(reply)
      cutUnread(request)
      endTrace(request, reply, route)
      const { elapsedTime, statusCode: status } = reply
      if (!isOpenEnded) observe(request.method, status, elapsedTime / 1000)
      const duration_ms = Math.round(elapsedTime * 10) / 10
      metrics.refused(request.method, route, status)
      if (isOpenEnded) metrics.streams(-1)
      const caller_id = callerOf(request)?.id
      if (isWorthALine(route, status))
        writeLine({ request_id: request.id, method: request.method, route, status, duration_ms, caller_id })
      // A connection that is kept alive after its last request would delay the shutdown until it times out.
      if (drain.isOver) app.server.closeIdleConnections()
      done()
    }
  }

  const beginStream: onRequestHookHandler = (_request, _reply, done) => {
    metrics.streams(1)
    done()
  }

  app.addHook('onRequest', begin)
  traceRequests(app)
  // Once the turn has come and the body is read, which both happen in the context of others.
  app.addHook('preHandler', (request, _reply, done) => inRequest(request.id, done))
  // Bound to each route, because Fastify builds a new object whenever a request is asked for its route.
  app.addHook('onRoute', (route) => {
    route.onResponse = ending(route.url, route.config?.isOpenEnded)
    if (route.config?.isOpenEnded) route.onRequest = [route.onRequest ?? [], beginStream].flat()
  })
  const endUnrouted = ending(undefined)
  app.addHook('onResponse', function (request, reply, done) {
    if (request.is404) endUnrouted.call(this, request, reply, done)
    else done()
  })
}
