import type { Handrail } from '@handrail/core'
import { type FastifyInstance, type FastifyServerOptions, fastify } from 'fastify'
import { parseBodies } from './body.ts'
import { corsOf } from './cors.ts'
import { serveDocs } from './docs.ts'
import { answerErrors } from './errors.ts'
import { followRequests } from './follow.ts'
import { serveHealth } from './health.ts'
import { type Logger, silent } from './log.ts'
import { serveMcp } from './mcp/route.ts'
import { createMetrics, serveMetrics } from './metrics.ts'
import { serveOauth } from './oauth/routes.ts'
import { serveOpenapi } from './openapi/route.ts'
import { servePages } from './pages.ts'
import type { RateLimits } from './rate-limit.ts'
import { API_PREFIX, serveRest } from './rest.ts'
import { serverOptions } from './server.ts'
import { unrouted } from './unrouted.ts'

export interface AppOptions {
  handrail: Handrail
  /** Gets one line for each request and one for each failure; a pino instance fits. Nothing is logged without it. */
  logger?: Logger
  /** Requests of one token. 6,000 a minute and 120,000 an hour when not given. */
  rateLimits?: Partial<RateLimits>
  /** Which proxies may say who the client is, as Fastify's option of this name. None when not given. */
  trustProxy?: FastifyServerOptions['trustProxy']
  /** Web origins whose pages may call the API with a token. All when not given: no cookie opens it. */
  corsOrigins?: readonly string[]
}

/**
 * The HTTP side of a Handrail instance, ready to listen.
 *
 * ```ts
 * const app = await createApp({ handrail })
 * await app.listen({ port: 3000 })
 * ```
 * Closing it answers what is under way; the instance stays open and is its owner's to close.
 */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { handrail, logger = silent } = options
  const app = fastify(serverOptions(logger, options.trustProxy))
  const metrics = createMetrics()
  const cors = corsOf(options.corsOrigins)

  parseBodies(app)
  answerErrors(app, logger)
  followRequests(app, { logger, metrics, cors, answerUnrouted: unrouted(app) })
  await app.register(serveRest, { prefix: API_PREFIX, handrail, rateLimits: options.rateLimits })
  await app.register(serveMcp, { handrail, rateLimits: options.rateLimits, origins: options.corsOrigins, logger })
  await app.register(serveOpenapi, { prefix: API_PREFIX, settings: handrail.settings })
  await app.register(serveOauth, { handrail, logger })
  await app.register(serveDocs, { settings: handrail.settings })
  await app.register(servePages, { handrail, logger })
  await app.register(serveHealth, { handrail })
  await app.register(serveMetrics, { metrics })
  return app
}
