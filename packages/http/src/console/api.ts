import { Readable } from 'node:stream'
import { AppError, type Handrail, type Operation } from '@handrail/core'
import {
  type Context,
  invoke,
  notFound,
  OPERATIONS,
  recordEtag,
  requireAccess,
  rightsOf,
} from '@handrail/core/internal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { decorateRequests } from '../access/authenticate.ts'
import { addressed } from '../access/client-address.ts'
import { type RateLimits, rateLimiting } from '../access/rate-limit.ts'
import { isObject } from '../body/is-object.ts'
import type { Session } from '../pages/visit/session.ts'
import { codingOf, compress } from '../server/compression.ts'
import { JSON_TYPE, sendError } from '../server/errors.ts'
import type { Logger } from '../server/log.ts'
import { requireCaller, workspaceOf } from './caller.ts'
import { serveChanges } from './changes/serve.ts'
import { FIELD_ERRORS } from './errors.ts'

const OPERATIONS_PATH = '/console/operations'
/** The path of operations that take a file, which is streamed and never in memory as a whole. */
const FILES_PATH = '/console/files'
const FILE_TYPE = 'application/octet-stream'
/** The header with the other fields of the input, as percent-encoded JSON. */
const INPUT = 'handrail-input'
/** Fits a guide with all its texts, or a logo in base64. */
const MAX_BYTES = 4 * 1024 * 1024

export interface ConsoleApiOptions {
  handrail: Handrail
  logger: Logger
  rateLimits: Partial<RateLimits> | undefined
  /** Aborted as the server begins to stop. */
  closing: AbortSignal
}

const BY_NAME = new Map(OPERATIONS.map((operation) => [operation.name, operation]))
const OF_MEMBERS = rightsOf('owner')

/** The API of the console: runs an operation by its name, for the person who is signed in. */
export async function serveConsoleApi(app: FastifyInstance, options: ConsoleApiOptions): Promise<void> {
  const { handrail, logger, rateLimits } = options
  const limiting = rateLimiting(handrail.rateLimiter, rateLimits)
  app.setErrorHandler((error, request, reply) => {
    // The refused body is still read: a browser whose connection is closed before that never reads the response.
    request.raw.resume()
    sendError(request, reply, error, logger, FIELD_ERRORS)
  })
  decorateRequests(app)
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await requireCaller(handrail, request)
    await limiting.count(session.user_id, reply)
    return session
  }
  // Before the body is read, so that callers without access cost no parsing.
  const admit = async (request: OperationRequest, reply: FastifyReply) => {
    const operation = operationOf(request)
    request.context = await contextOf(handrail, request, await onRequest(request, reply), operation)
    requireAccess(operation, request.context)
  }
  app.post<Named>(`${OPERATIONS_PATH}/:name`, {
    bodyLimit: MAX_BYTES,
    onRequest: admit,
    handler: (request, reply) => run(request, reply, request.body ?? {}),
  })
  // The operation reads the stream, and limits its size.
  app.addContentTypeParser(FILE_TYPE, (_request, payload, done) => done(null, payload))
  app.post<Named>(`${FILES_PATH}/:name`, {
    config: { takesFiles: true },
    onRequest: admit,
    handler: (request, reply) => run(request, reply, fileInputOf(request)),
  })
  serveChanges(app, {
    ...options,
    onRequest: async (request, reply) => void (await onRequest(request, reply)),
  })
}

interface Named {
  Params: { name: string }
}

type OperationRequest = FastifyRequest<Named>

/** @throws AppError `not_found` */
function operationOf({ params }: OperationRequest): Operation {
  const operation = BY_NAME.get(params.name)
  if (!operation) throw notFound()
  return operation
}

async function run(request: OperationRequest, reply: FastifyReply, input: unknown): Promise<FastifyReply> {
  const { context, headers } = request
  if (!context) throw new Error('A route was reached without a caller')
  const operation = operationOf(request)
  const { value } = await invoke(operation, context, input, { ifMatch: headers['if-match'] })
  return answer(request, reply, operation, value)
}

/** The input of an operation with a file: the body as `content`, the other fields from the header. */
function fileInputOf({ headers, body }: FastifyRequest): unknown {
  if (!(body instanceof Readable)) throw new AppError('unsupported_media_type', `Send the file as ${FILE_TYPE}`)
  try {
    const fields: unknown = JSON.parse(decodeURIComponent(String(headers[INPUT] ?? '{}')))
    // Keeps the connection open, so that a client that sends too much gets a response.
    if (isObject(fields)) return { ...fields, content: body.iterator({ destroyOnReturn: false }) }
  } catch (cause) {
    throw new AppError('invalid_request', `The header ${INPUT} must be percent-encoded JSON`, { cause })
  }
  throw new AppError('invalid_request', `The header ${INPUT} must be a JSON object with the other fields`)
}

/** The context of an operation: of the person's account, or of the member. @throws AppError `not_found` for operations that no session can run */
async function contextOf(
  handrail: Handrail,
  request: FastifyRequest,
  { user_id, id }: Session,
  { access }: Operation,
): Promise<Context> {
  const { context } = handrail.asUser(user_id, id)
  if (context.caller.rights.has(access)) return addressed(context, request)
  if (!OF_MEMBERS.has(access)) throw notFound()
  return addressed((await handrail.asMember(workspaceOf(request), user_id, id)).context, request)
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, status }: Operation,
  value: unknown,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store')
  if (status === 204) return reply.code(204).send()
  // Operations with an entity tag return a record under `data`.
  await request.pause()
  if (etag) reply.header('etag', recordEtag(etag, (value as { data: object }).data))
  await request.pause()
  const text = JSON.stringify(value)
  const coding = codingOf(request.headers['accept-encoding'], text.length)
  reply.code(200).header('content-type', JSON_TYPE)
  if (coding === undefined) return reply.send(text)
  return reply.header('content-encoding', coding).send(await compress(text, coding))
}
