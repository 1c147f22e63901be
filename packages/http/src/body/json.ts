import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, createTurns, fieldError, validationError } from '@handrail/core'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseJson } from './strict-json.ts'

/** From here on, reading a body, and what becomes of it, takes long enough to be noticed by others. */
const LARGE_BYTES = 32 * 1024

/** What follows a large body waits for its answer no longer, and then no longer for its turn. */
const MOST_MS = 250

/** JSON alone, in UTF-8 and as it is. An empty body is no body: clients send the type with DELETE, too. */
export function parseJsonBodies(app: FastifyInstance): void {
  const turns = createTurns(1)
  const answered = new WeakMap<FastifyRequest, () => void>()
  app.addHook('onResponse', (request, _reply, done) => {
    answered.get(request)?.()
    done()
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    // parseAs 'buffer' gives nothing else.
    const read = () => finish(request, bytes as Buffer, done)
    if (bytes.length < LARGE_BYTES) return read()
    void turns.take(request.context?.caller.workspace_id ?? '', async () => {
      const began = performance.eventLoopUtilization()
      const isAnswered = new Promise<void>((resolve) => answered.set(request, resolve))
      read()
      await Promise.race([isAnswered, sleep(MOST_MS)])
      // Many that arrive together would otherwise be read, and answered, before anybody else is: a small request has several
      // turns of the event loop, and would wait in each for a large one. So as much time as one takes belongs to the others.
      await sleep(Math.min(performance.eventLoopUtilization(began).active, MOST_MS))
    })
  })
}

/** Reads a body, and goes on with its request. */
function finish(request: FastifyRequest, bytes: Buffer, done: (error: Error | null, body?: unknown) => void): void {
  try {
    done(null, readBody(request, bytes))
  } catch (error) {
    // Only AppErrors and faults of ours get here, and these are Errors.
    done(error as Error)
  }
}

function readBody(request: FastifyRequest, bytes: Buffer): unknown {
  requireReadable(request)
  if (bytes.length === 0) return undefined
  const { value, unkept } = parseJson(bytes)
  if (unkept.length > 0) {
    // Fields are named as within the resource: without the key that wraps it.
    const fields = unkept.map((path) => path.slice(path.length > 1 ? 1 : 0).join('.') || 'base')
    throw validationError(
      Object.fromEntries(
        fields.map((field) => [field, fieldError('invalid', 'is a number that cannot be kept exactly')]),
      ),
    )
  }
  return value
}

function requireReadable({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() !== 'identity')
    throw new AppError('unsupported_media_type', 'The request body must be sent without Content-Encoding')
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8'
  if (!/^utf-?8$/i.test(charset)) throw new AppError('unsupported_media_type', 'The request body must be UTF-8')
}
