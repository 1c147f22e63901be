import type { Handrail } from '@handrail/core'
import { type FastifyInstance, type FastifyServerOptions, fastify } from 'fastify'
import type { RateLimits } from './access/rate-limit.ts'
import { serveConsole } from './console/plugin.ts'
import { serveFiles } from './files/plugin.ts'
import { serveMcp } from './mcp/plugin.ts'
import { createMetrics } from './monitoring/metrics.ts'
import { serveMonitoring } from './monitoring/plugin.ts'
import { serveOauth } from './oauth/plugin.ts'
import { serveOpenapi } from './openapi/plugin.ts'
import { servePages } from './pages/plugin.ts'
import { serveUnsubscribe } from './pages/unsubscribe/plugin.ts'
import { createPlayer } from './player/player.ts'
import { servePlayer } from './player/plugin.ts'
import { serveRest } from './rest/plugin.ts'
import type { EarlyServer } from './server/early.ts'
import { type Logger, silent } from './server/log.ts'
import { serverOptions } from './server/options.ts'
import { prepareServer } from './server/plugin.ts'

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
  /** Hosts whose pages guides may show in a frame, beside those that are known; with all below them. */
  embedHosts?: readonly string[] | undefined
  /** The folder of the built console, which is then served at `/`. Without it, there are the pages for people alone. */
  consoleFolder?: string | undefined
  /** The server that listens already, and answers through the app as soon as that is ready. */
  server?: EarlyServer
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
  const { handrail, logger = silent, rateLimits, trustProxy, corsOrigins, embedHosts, consoleFolder, server } = options
  const { settings } = handrail
  const app = fastify(serverOptions({ logger, trustProxy, server }))
  const metrics = createMetrics(handrail)
  const player = createPlayer(handrail, embedHosts)
  const closing = new AbortController()

  prepareServer(app, { handrail, logger, metrics, closing, corsOrigins })
  await app.register(serveRest, { handrail, rateLimits })
  await app.register(serveMcp, { handrail, rateLimits, origins: corsOrigins, logger })
  await app.register(serveOpenapi, { settings })
  await app.register(serveOauth, { handrail, logger })
  await app.register(servePages, { handrail, logger, hasConsole: consoleFolder !== undefined })
  if (consoleFolder !== undefined)
    await app.register(serveConsole, {
      handrail,
      player,
      logger,
      rateLimits,
      closing: closing.signal,
      folder: consoleFolder,
    })
  await app.register(serveUnsubscribe, { handrail, logger })
  await app.register(serveFiles, { handrail, logger })
  await app.register(servePlayer, { player, logger })
  await app.register(serveMonitoring, { handrail, metrics })
  // As Fastify does with a server of its own: behind what waits for its last answers, before what they need.
  if (server) app.addHook('onClose', server.close)
  return app
}
