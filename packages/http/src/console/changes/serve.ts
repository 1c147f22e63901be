import { Readable } from 'node:stream'
import { AppError, type Bound, type Handrail, operations } from '@handrail/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sessionOf } from '../../pages/visit/session.ts'
import { describeError, type Logger } from '../../server/log.ts'
import { requireCaller, workspaceOf } from '../caller.ts'
import { createConnectionLimit } from './connection-limit.ts'
import { follow } from './follow.ts'

/** A browser needs one line for all its windows, or one for each where it cannot share. */
const LIMITS = { session: 8, person: 24, workspace: 250 }
/** Who takes nothing for so long, though there is a heartbeat to take, is given up. */
const SILENT_MS = 45_000

interface ChangesOptions {
  handrail: Handrail
  logger: Logger
  closing: AbortSignal
  onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void>
  silentMs?: number
}

/**
 * Tells a page of the console what happens in its workspace, by type and id: what it may see of it, it asks for through the
 * door. A line ends with the session, with the role, and as the server stops.
 */
export function serveChanges(app: FastifyInstance, options: ChangesOptions): void {
  const { handrail, logger, closing, onRequest, silentMs = SILENT_MS } = options
  const limit = createConnectionLimit(LIMITS)
  const open = new Set<AbortController>()
  closing.addEventListener('abort', () => {
    for (const line of open) line.abort()
  })
  app.post('/console/changes', {
    config: { isOpenEnded: true },
    onRequest,
    async handler(request, reply) {
      const { id, user_id } = await requireCaller(handrail, request)
      const workspace_id = workspaceOf(request)
      const member = await handrail.asMember(workspace_id, user_id, id)
      const cursor = cursorOf(request)
      // While there can still be an answer that says what is wrong with it.
      if (cursor !== undefined) await member.invoke(operations.listChanges, { cursor })
      if (closing.aborted) throw new AppError('unavailable', 'The service is shutting down')
      const leave = limit.take({ session: id, person: user_id, workspace: workspace_id })
      const line = new AbortController()
      open.add(line)
      reply.raw.setTimeout(silentMs, () => reply.raw.destroy())
      reply.raw.once('close', () => {
        line.abort()
        open.delete(line)
        leave()
      })
      const { rights } = member.context.caller
      const frames = follow({
        member: () => memberWith(rights, handrail, request),
        watch: (wake) => handrail.watchChanges((ids) => (!ids || ids.has(workspace_id) || ids.has(user_id)) && wake()),
        after: cursor,
        signal: line.signal,
      })
      return (
        reply
          .header('content-type', 'text/event-stream; charset=utf-8')
          .header('cache-control', 'no-store, no-transform')
          // Proxies that gather answers would keep back what is news now.
          .header('x-accel-buffering', 'no')
          .send(Readable.from(untilFault(frames, logger, request), { objectMode: false, highWaterMark: 1 }))
      )
    },
  })
}

/** The member, while the session lasts and the role is the one that the line began with. */
async function memberWith(
  rights: Bound['context']['caller']['rights'],
  handrail: Handrail,
  request: FastifyRequest,
): Promise<Bound | undefined> {
  // Nobody does anything here: it does not make the session last longer.
  const session = await sessionOf(handrail, request, false)
  const member = session && (await memberOrNone(handrail, request, session))
  return member && isSame(member.context.caller.rights, rights) ? member : undefined
}

async function memberOrNone(
  handrail: Handrail,
  request: FastifyRequest,
  { user_id, id }: { user_id: string; id: string },
): Promise<Bound | undefined> {
  try {
    return await handrail.asMember(workspaceOf(request), user_id, id)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  }
}

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((right) => b.has(right))
}

/** The answer has begun, so a fault ends it; the page comes again. */
async function* untilFault(frames: AsyncGenerator<string>, logger: Logger, { id }: FastifyRequest) {
  try {
    yield* frames
  } catch (error) {
    logger.error({ request_id: id, error: describeError(error) }, 'the line of changes broke off')
  }
}

function cursorOf({ headers }: FastifyRequest): string | undefined {
  const after = headers['last-event-id']
  return typeof after === 'string' && after !== '' ? after : undefined
}
