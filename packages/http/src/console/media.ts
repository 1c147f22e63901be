import { type Handrail, uploadMedia } from '@handrail/core'
import type { FastifyInstance } from 'fastify'
import { type RateLimits, rateLimiting } from '../access/rate-limit.ts'
import { sendError } from '../server/errors.ts'
import type { Logger } from '../server/log.ts'
import { requireCaller, WORKSPACE } from './door.ts'
import { FIELD_ERRORS } from './errors.ts'

interface MediaOptions {
  handrail: Handrail
  logger: Logger
  rateLimits: Partial<RateLimits> | undefined
}

/** The bytes of a file, whatever it is: what it is, its content says. */
const ANY_FILE = 'application/octet-stream'

/** Takes what guides show, in the body as it is: `POST /console/media?name=...`. JSON would hold all of it in memory. */
export async function takeMedia(app: FastifyInstance, { handrail, logger, rateLimits }: MediaOptions): Promise<void> {
  const limiting = rateLimiting(handrail.rateLimiter, rateLimits)
  app.setErrorHandler((error, request, reply) => {
    // What was refused still arrives: a browser whose connection is closed meanwhile never reads why.
    request.raw.resume()
    sendError(request, reply, error, logger, FIELD_ERRORS)
  })
  // The operation reads it, as it arrives.
  app.addContentTypeParser(ANY_FILE, (_request, payload, done) => done(null, payload))
  app.post<{ Querystring: { name?: string }; Body: AsyncIterable<Uint8Array> }>('/console/media', {
    config: { takesFiles: true },
    onRequest: async (request, reply) => {
      const session = await requireCaller(handrail, request)
      await limiting.count(session.user_id, reply)
    },
    handler: async (request, reply) => {
      const { user_id, id } = await requireCaller(handrail, request)
      const member = await handrail.asMember(String(request.headers[WORKSPACE]), user_id, id)
      const { name = '' } = request.query
      const uploaded = await member.invoke(uploadMedia, { name: String(name), content: request.body })
      return reply.code(201).header('cache-control', 'no-store').send(uploaded)
    },
  })
}
