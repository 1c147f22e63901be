import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@handrail/core'
import { createTurns, fieldError, validationError } from '@handrail/core/internal'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseJson } from './strict-json.ts'

/** Bodies from this size on delay other requests noticeably while they are parsed and handled. */
const LARGE_BYTES = 32 * 1024

/** The longest time that the next large body waits for the answer to the one before it. */
const MOST_MS = 250

/** Parses JSON in UTF-8 without content coding. An empty body counts as none: clients send the type with DELETE, too. */
export function parseJsonBodies(app: FastifyInstance): void {
  const turns = createTurns(1)
  const answered = new WeakMap<FastifyRequest, () => void>()
  app.addHook('onResponse', (request, _reply, done) => {
    answered.get(request)?.()
    done()
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    // parseAs 'buffer' passes buffers only.
    const read = (then: typeof done) => finish(request, bytes as Buffer, then)
    if (bytes.length < LARGE_BYTES) return read(done)
    void turns.take(request.context?.caller.workspace_id ?? '', async () => {
      const began = performance.eventLoopUtilization()
      const isAnswered = new Promise<void>((resolve) => answered.set(request, resolve))
      // Others go on between what takes long: the parsing, and what is done with the body.
      read((error, body) => void setImmediate(done, error, body))
      await Promise.race([isAnswered, sleep(MOST_MS)])
      // Large bodies that arrive together would otherwise delay everyone: a small request takes several turns of the event
      // loop, and would wait for a large one in each. So after each, other requests get as much time as it took.
      await sleep(Math.min(performance.eventLoopUtilization(began).active, MOST_MS))
    })
  })
}

/** Parses a body, and continues its request. */
function finish(request: FastifyRequest, bytes: Buffer, done: (error: Error | null, body?: unknown) => void): void {
  try {
    done(null, readBody(request, bytes))
  } catch (error) {
    // Only AppErrors and internal errors reach this, and both are instances of Error.
    done(error as Error)
  }
}

function readBody(request: FastifyRequest, bytes: Buffer): unknown {
  requireReadable(request)
  if (bytes.length === 0) return undefined
  const { value, unkept } = parseJson(bytes)
  if (unkept.length > 0) {
    // Field names in errors are relative to the resource, without the key that wraps it.
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
