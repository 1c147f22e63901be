import { AppError, fieldError, validationError } from '@handrail/core'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseJson } from './strict-json.ts'

/** JSON alone, in UTF-8 and as it is. An empty body is no body: clients send the type with DELETE, too. */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      // parseAs 'buffer' gives nothing else.
      done(null, readBody(request, bytes as Buffer))
    } catch (error) {
      // Only AppErrors and faults of ours get here, and these are Errors.
      done(error as Error)
    }
  })
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
