import type { Handrail } from '@handrail/core'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { watchForProxies } from '../access/client-address.ts'
import { parseJsonBodies } from '../body/json.ts'
import type { Metrics } from '../monitoring/metrics.ts'
import { corsOf } from './cors.ts'
import { answerErrors } from './errors.ts'
import { takeTurns } from './fairness/plugin.ts'
import { observeRequests } from './lifecycle/lifecycle.ts'
import { limitAddresses } from './limits/address-limit.ts'
import type { Logger } from './log.ts'
import { strictTransportOf } from './strict-transport.ts'
import { unrouted } from './unrouted.ts'

interface ServerOptions {
  handrail: Handrail
  logger: Logger
  metrics: Metrics
  closing: AbortController
  /** Web origins whose pages can call with a token. All when not given. */
  corsOrigins: readonly string[] | undefined
  trustProxy: FastifyServerOptions['trustProxy'] | undefined
  connectionsPerAddress: number | undefined
}

/**
 * The setup for all routes: parsing of bodies, error responses, logging. It is called
 * and not registered, because Fastify keeps the hooks of a registered plugin from the routes of others.
 */
export function prepareServer(app: FastifyInstance, options: ServerOptions): void {
  const { handrail, logger, metrics, closing, corsOrigins, trustProxy, connectionsPerAddress } = options
  limitAddresses(app, { logger, trustProxy, connectionsPerAddress, refused: metrics.connectionRefused })
  parseJsonBodies(app)
  answerErrors(app, logger)
  watchForProxies(app, logger)
  const answerUnrouted = unrouted(app, handrail)
  const strictTransport = strictTransportOf(handrail.settings)
  observeRequests(app, { logger, metrics, cors: corsOf(corsOrigins), strictTransport, closing, answerUnrouted })
  takeTurns(app, handrail, metrics)
}
