import {
  AppError,
  type Bound,
  type Handrail,
  invoke,
  notFound,
  OPERATIONS,
  type Operation,
  recordTag,
  rightsOf,
} from '@handrail/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type RateLimits, rateLimiting } from '../access/rate-limit.ts'
import { requireSameOrigin, type Session, sessionOf } from '../pages/visit/session.ts'
import { codingOf, compress } from '../server/compression.ts'
import { JSON_TYPE, sendError } from '../server/errors.ts'
import type { Logger } from '../server/log.ts'
import { FIELD_ERRORS } from './errors.ts'

const DOOR = '/console/operations'
/** Pages of other sites cannot send it: browsers ask us first, and we do not agree (Fetch Standard, CORS preflight). */
export const WORKSPACE = 'handrail-workspace'
/** A guide with all its texts, or a logo in base64. */
const MAX_BYTES = 4 * 1024 * 1024

interface DoorOptions {
  handrail: Handrail
  logger: Logger
  rateLimits: Partial<RateLimits> | undefined
}

const BY_NAME = new Map(OPERATIONS.map((operation) => [operation.name, operation]))
const OF_MEMBERS = rightsOf('owner')

/** The one door through which the console acts: an operation by its name, for the person who is signed in. */
export async function serveDoor(app: FastifyInstance, { handrail, logger, rateLimits }: DoorOptions): Promise<void> {
  const limiting = rateLimiting(handrail.rateLimiter, rateLimits)
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error, logger, FIELD_ERRORS))
  app.post<{ Params: { name: string } }>(`${DOOR}/:name`, {
    bodyLimit: MAX_BYTES,
    // Before the body is read: other sites and people without a session cost no parsing.
    onRequest: async (request, reply) => {
      const session = await requireCaller(handrail, request)
      await limiting.count(session.user_id, reply)
    },
    handler: async (request, reply) => {
      const session = await requireCaller(handrail, request)
      const operation = BY_NAME.get(request.params.name)
      const caller = operation && (await callerOf(handrail, request, session, operation))
      if (!operation || !caller) throw notFound()
      const ifMatch = request.headers['if-match']
      const { value } = await invoke(operation, caller.context, request.body ?? {}, { ifMatch })
      return answer(request, reply, operation, value)
    },
  })
}

/** @throws AppError `authentication_required` where nobody is signed in, `forbidden` where another site asks */
export async function requireCaller(handrail: Handrail, request: FastifyRequest): Promise<Session> {
  requireSameOrigin(handrail, request)
  if (request.headers[WORKSPACE] === undefined)
    throw new AppError('invalid_request', `Send the header ${WORKSPACE}: the id of a workspace, or none`)
  const session = await sessionOf(handrail, request)
  if (session) return session
  throw new AppError('authentication_required', 'Sign in first')
}

/** As whom an operation runs: on the own account, or as a member. Undefined for what no session may ever do. */
async function callerOf(
  handrail: Handrail,
  { headers }: FastifyRequest,
  { user_id, id }: Session,
  { access }: Operation,
): Promise<Bound | undefined> {
  const user = handrail.asUser(user_id, id)
  if (user.context.caller.rights.has(access)) return user
  if (!OF_MEMBERS.has(access)) return undefined
  return handrail.asMember(String(headers[WORKSPACE]), user_id, id)
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { tag, status }: Operation,
  value: unknown,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store')
  if (status === 204) return reply.code(204).send()
  // Operations with a tag answer with a record under `data`.
  if (tag) reply.header('etag', recordTag(tag, (value as { data: object }).data))
  const text = JSON.stringify(value)
  const coding = codingOf(request.headers['accept-encoding'], text.length)
  reply.code(200).header('content-type', JSON_TYPE)
  if (coding === undefined) return reply.send(text)
  return reply.header('content-encoding', coding).send(await compress(text, coding))
}
