import type { IncomingMessage, ServerResponse } from 'node:http'
import { belowBase } from './base-path.ts'
import { createRawHandler, type HandlerOptions } from './handler.ts'

/** The part of a Fastify instance that is used, of any copy of Fastify from version 4 on. */
export interface FastifyScope {
  readonly prefix: string
  removeAllContentTypeParsers(): void
  addContentTypeParser(
    type: string,
    parser: (request: unknown, payload: unknown, done: (error: Error | null, body?: undefined) => void) => void,
  ): unknown
  addHook(name: 'preClose', hook: (done: () => void) => void): unknown
  all(path: string, handler: (request: ScopeRequest, reply: ScopeReply) => void): unknown
}

interface ScopeRequest {
  readonly raw: IncomingMessage
}

/** Options of `register`, which Fastify passes on with those of the plugin. */
interface FastifyOptions {
  prefix?: string
  logLevel?: string
  logSerializers?: object
}

interface ScopeReply {
  readonly raw: ServerResponse
  hijack(): unknown
}

/**
 * Serves an instance below the prefix that the plugin is registered with, which is the path of `publicUrl`. Hooks of the
 * surrounding application run before; its parsers of bodies and its handlers of errors do not.
 *
 * ```ts
 * await app.register(handrailPlugin, { handrail, prefix: '/onboarding' })
 * ```
 */
export async function handrailPlugin(app: FastifyScope, options: HandlerOptions & FastifyOptions): Promise<void> {
  const { prefix: _prefix, logLevel: _level, logSerializers: _serializers, ...own } = options
  const handler = await createRawHandler(own, 'handrailPlugin')
  // The body is read by Handrail.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  const answer = (request: ScopeRequest, reply: ScopeReply) => {
    reply.hijack()
    const path = belowBase(request.raw.url ?? '/', app.prefix)
    handler.dispatch(request.raw, reply.raw, { path, source: request })
  }
  app.all('/', answer)
  app.all('/*', answer)
  // Streams to browsers have no end of their own: the server would wait for it.
  app.addHook('preClose', (done) => void handler.close().then(done, done))
}
