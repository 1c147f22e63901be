import { requireOptions } from '@handrail/core/internal'
import { type FastifyInstance, fastify } from 'fastify'
import { type AppOptions, AppOptionsShape } from './app-options.ts'
import { serveBridge } from './assistants/plugin.ts'
import { requireBuiltFiles } from './built-files.ts'
import { serveCalendars } from './calendars/plugin.ts'
import { serveConsole } from './console/plugin.ts'
import { serveDocumentation } from './documentation/plugin.ts'
import { serveFiles } from './files/plugin.ts'
import { serveMcp } from './mcp/plugin.ts'
import { createMetrics } from './monitoring/metrics.ts'
import { serveMonitoring } from './monitoring/plugin.ts'
import { serveOauth } from './oauth/plugin.ts'
import { serveOpenapi } from './openapi/plugin.ts'
import { servePages } from './pages/plugin.ts'
import { serveUnsubscribe } from './pages/unsubscribe/plugin.ts'
import { basePath } from './pages/visit/redirect.ts'
import { serveWellKnown } from './pages/well-known.ts'
import { playerLoader } from './player/load.ts'
import { servePlayer } from './player/plugin.ts'
import { serveRest } from './rest/plugin.ts'
import { failuresToStderr } from './server/log.ts'
import { serverOptions } from './server/options.ts'
import { refuseOwnPath } from './server/own-path.ts'
import { prepareServer } from './server/plugin.ts'

/**
 * The HTTP side of a Handrail instance, ready to listen.
 *
 * ```ts
 * const app = await createApp({ handrail })
 * await app.listen({ port: 3000 })
 * ```
 * Closing it completes running requests; the caller closes the instance.
 * @throws AppError `invalid_request` for options that are not right
 */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  requireOptions(AppOptionsShape, options, 'createApp')
  const { handrail, logger = failuresToStderr, rateLimits, trustProxy, corsOrigins, consoleFolder, server } = options
  const { authenticate: own, connectionsPerAddress } = options
  const { settings } = handrail
  requireBuiltFiles()
  const base = basePath(settings)
  const app = fastify(serverOptions({ logger, base, trustProxy, server }))
  refuseOwnPath(app, base)
  const metrics = createMetrics(handrail, options)
  const loadPlayer = playerLoader(handrail)
  const closing = new AbortController()

  prepareServer(app, { handrail, logger, metrics, closing, corsOrigins, trustProxy, connectionsPerAddress })
  await app.register(serveRest, { handrail, rateLimits, own })
  await app.register(serveMcp, {
    ...{ handrail, loadPlayer, rateLimits, logger, own },
    ...{ origins: corsOrigins, closing: closing.signal },
  })
  await app.register(serveOpenapi, { settings })
  await app.register(serveDocumentation, { settings })
  await app.register(serveBridge)
  await app.register(serveOauth, { handrail, logger })
  await app.register(servePages, {
    handrail,
    logger,
    hasConsole: consoleFolder !== undefined,
    operatorCommand: options.operatorCommand,
  })
  if (consoleFolder !== undefined)
    await app.register(serveConsole, {
      handrail,
      loadPlayer,
      logger,
      rateLimits,
      closing: closing.signal,
      folder: consoleFolder,
    })
  await app.register(serveWellKnown, { settings, securityContact: options.securityContact })
  await app.register(serveUnsubscribe, { handrail, logger })
  await app.register(serveFiles, { handrail, logger })
  await app.register(serveCalendars, { handrail, logger })
  await app.register(servePlayer, { handrail, loadPlayer, logger })
  await app.register(serveMonitoring, { handrail, metrics, metricsToken: options.metricsToken })
  // Like Fastify does with its own server: after the hooks that wait for the last responses, before those of their dependencies.
  if (server) app.addHook('onClose', server.close)
  return app
}
