import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '@handrail/core'
import type { FastifyHttpOptions, FastifyReply, FastifyServerOptions } from 'fastify'
import { belowBase } from '../embed/base-path.ts'
import { sendError } from './errors.ts'
import { boundPipelining } from './limits/pipelining.ts'
import type { Logger } from './log.ts'
import { createServer } from './node-http.ts'
import { answerAndClose } from './raw-answer.ts'
import { requestIdOf } from './request-id.ts'

const MAX_BODY_BYTES = 256 * 1024
/** The limit of the whole request head, so that an id that is too long is simply not found. */
const MAX_PARAMETER = 16 * 1024

const HTTP_OPTIONS = {
  // limits/slow-bodies.ts limits bodies: files may take longer than other requests.
  requestTimeout: 0,
  // Slow heads are cut when connections are checked, so the checks must be frequent.
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 72_000,
  // lifecycle/lifecycle.ts answers requests without a host.
  requireHostHeader: false,
}

/** The inputs of the server options. */
export function serverOf(handle: RequestListener): Server {
  return createServer(HTTP_OPTIONS, boundPipelining(handle))
}

interface Beneath {
  logger: Logger
  /** The path at which the instance is, which a proxy in front may remove or not. */
  base: string
  trustProxy: FastifyServerOptions['trustProxy'] | undefined
  /** A server that listens already. */
  server: { taking(handle: RequestListener): Server } | undefined
}

/** The limits of the HTTP server, and its responses to requests that reach no route. */
export function serverOptions({ logger, base, trustProxy = false, server }: Beneath) {
  return {
    bodyLimit: MAX_BODY_BYTES,
    serverFactory: (handle) => server?.taking(handle) ?? serverOf(handle),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER },
    ...(base !== '' && { rewriteUrl: ({ url = '/' }) => belowBase(url, base) }),
    genReqId: requestIdOf,
    requestIdHeader: false,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // Fastify's own response while closing has another body: see lifecycle/lifecycle.ts.
    return503OnClosing: false,
    trustProxy,
    // Called before any hook, so this repeats what lifecycle/lifecycle.ts does for other requests.
    frameworkErrors(_error, request, reply) {
      reply.header('x-request-id', request.id)
      const refused = new AppError('invalid_request', 'The address of the request is malformed')
      sendError(request, reply, refused, logger)
      logger.info({ request_id: request.id, method: request.method, status: 400 }, 'request')
    },
    clientErrorHandler: (error, socket) => answerOnSocket(error, socket, logger),
  } satisfies FastifyHttpOptions<Server>
}

/** Operations check what they get. By default, Fastify loads what compiles the schemas of routes, whether or not any has one. */
function noSchemas(): never {
  throw new Error(
    'Routes have no schemas here. For your own, set the compilers: setValidatorCompiler, setSerializerCompiler',
  )
}

/** Node's error code for a request that takes too long to arrive. */
const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT'

/** Statuses for requests that cannot be parsed, by Node's error codes. */
const BEFORE_REQUEST: Record<string, [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large'],
  [TOO_SLOW]: [408, 'The request took too long to arrive'],
}

function answerOnSocket(error: Error & { code?: string }, socket: Socket, logger: Logger): void {
  // The client has disconnected, or already has a response.
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, message] = BEFORE_REQUEST[error.code ?? ''] ?? [400, 'The request is malformed']
  const request_id = answerAndClose(socket, status, new AppError('invalid_request', message))
  logger.info({ request_id, status }, 'request')
}

/** Cuts a connection that sends too slowly, with a response if there was none yet. */
export function cutOff({ raw }: FastifyReply, logger: Logger): void {
  const { socket } = raw
  if (!socket) return
  if (raw.headersSent) return void socket.destroy()
  answerOnSocket(Object.assign(new Error('The request took too long to arrive'), { code: TOO_SLOW }), socket, logger)
}
