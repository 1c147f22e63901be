import { AppError, type Handrail } from '@handrail/core'
import { type Conditions, invoke, OPERATIONS, requireAccess } from '@handrail/core/internal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authenticate, decorateRequests } from '../access/authenticate.ts'
import type { Authenticate } from '../access/own-callers.ts'
import { type RateLimits, rateLimiting } from '../access/rate-limit.ts'
import { conditionsOf } from './request/conditions.ts'
import { reading } from './request/input.ts'
import { answering } from './response/answer.ts'
import { announcing } from './response/deprecation.ts'
import { API_PREFIX, isRouted, methodOf, pathOf, type RoutedOperation } from './routed.ts'

/** Of the bodies of batches and guides. */
const MAX_LARGE_BYTES = 4 * 1024 * 1024

interface RestOptions {
  handrail: Handrail
  rateLimits: Partial<RateLimits> | undefined
  own: Authenticate | undefined
}

/** Registers a route for each operation that declares one. */
export async function serveRest(app: FastifyInstance, { handrail, rateLimits, own }: RestOptions): Promise<void> {
  const limiting = rateLimiting(handrail.rateLimiter, rateLimits)
  decorateRequests(app)
  for (const operation of OPERATIONS.filter(isRouted)) {
    app.route({
      method: methodOf(operation),
      ...((operation.steps || operation.large) && { bodyLimit: MAX_LARGE_BYTES }),
      url: `${API_PREFIX}${pathOf(operation)}`,
      // Before the body is read, so that a caller without access costs no parsing.
      onRequest: async (request, reply) => {
        request.context = await authenticate({ handrail, own }, request, 'rest')
        await limiting.count(request.context.caller.id, reply)
        requireAccess(operation, request.context)
      },
      handler: handlerOf(operation, handrail),
    })
  }
}

function handlerOf(operation: RoutedOperation, { settings }: Handrail) {
  const read = reading(operation)
  const base = `${settings.publicUrl}${API_PREFIX}`
  const answer = answering(operation, base)
  const announce = announcing(operation, { publicUrl: settings.publicUrl, base })
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { context } = request
    if (!context) throw new Error('A route was reached without authentication')
    announce?.(request, reply)
    const input = read(request)
    const conditions = conditionsOf(request)
    requireTag(operation, input, conditions)
    const invoked = await invoke(operation, context, input, conditions)
    await request.pause()
    await answer(request, reply, invoked)
    return reply
  }
}

/** @throws AppError `precondition_required` (RFC 6585) if the request may undo changes that its client has not seen */
function requireTag({ replaces = [] }: RoutedOperation, input: object, { ifMatch }: Conditions): void {
  const replaced = replaces.filter((field) => Object.hasOwn(input, field))
  if (ifMatch !== undefined || replaced.length === 0) return
  throw new AppError(
    'precondition_required',
    `A request with ${replaced.join(', ')} replaces all of them. Send the ETag of the version you have changed as If-Match, or "*" to overwrite any`,
  )
}
