import { Readable } from 'node:stream'
import { AppError, type Bound, type Handrail, operations } from '@handrail/core'
import { bind, describeError } from '@handrail/core/internal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sessionOf } from '../../pages/visit/session.ts'
import type { Logger } from '../../server/log.ts'
import { requireCaller, workspaceOf } from '../caller.ts'
import { createConnectionLimit } from './connection-limit.ts'
import { follow } from './follow.ts'

/** A browser needs one connection for all its windows, or one for each if it cannot share. */
const LIMITS = { session: 8, person: 24, workspace: 250 }
/** A connection that accepts no data for this long, not even a heartbeat, is closed. */
const SILENT_MS = 45_000

interface ChangesOptions {
  handrail: Handrail
  logger: Logger
  closing: AbortSignal
  onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void>
  silentMs?: number
}

/**
 * Streams the changes of a workspace to pages of the console, as types and ids; pages load the records through the API. A
 * connection ends with the session, with a change of the role, and when the server stops.
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
      // Checks the cursor while an error response is still possible.
      if (cursor !== undefined) await member.invoke(operations.listChanges, { cursor })
      if (closing.aborted) throw new AppError('unavailable', 'The service is shutting down')
      const leave = limit.take({ session: id, person: user_id, workspace: workspace_id })
      const reading = handrail.openChanges(workspace_id)
      const line = new AbortController()
      open.add(line)
      reply.raw.setTimeout(silentMs, () => reply.raw.destroy())
      reply.raw.once('close', () => {
        line.abort()
        open.delete(line)
        reading.close()
        leave()
      })
      const { rights } = member.context.caller
      const frames = follow({
        // The rights are those of this line; the changes are read once for all of them.
        async member() {
          const current = await memberWith(rights, handrail, request)
          return current && bind({ ...current.context, changeReading: reading })
        },
        watch: (wake) => handrail.watchChanges((ids) => (!ids || ids.has(workspace_id) || ids.has(user_id)) && wake()),
        lines: () => open.size,
        after: cursor,
        signal: line.signal,
      })
      return (
        reply
          .header('content-type', 'text/event-stream; charset=utf-8')
          .header('cache-control', 'no-store, no-transform')
          // Keeps proxies from buffering the response.
          .header('x-accel-buffering', 'no')
          .send(Readable.from(untilFault(frames, logger, request), { objectMode: false, highWaterMark: 1 }))
      )
    },
  })
}

/** The member, as long as the session lasts and the role is the one at the start of the connection. */
async function memberWith(
  rights: Bound['context']['caller']['rights'],
  handrail: Handrail,
  request: FastifyRequest,
): Promise<Bound | undefined> {
  // This is no activity of a person, so it does not extend the session.
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

/** Ends the started response at an error; the page reconnects. */
async function* untilFault(frames: AsyncGenerator<string>, logger: Logger, { id }: FastifyRequest) {
  try {
    yield* frames
  } catch (error) {
    logger.error({ request_id: id, error: describeError(error) }, 'the stream of changes failed')
  }
}

function cursorOf({ headers }: FastifyRequest): string | undefined {
  const after = headers['last-event-id']
  return typeof after === 'string' && after !== '' ? after : undefined
}
