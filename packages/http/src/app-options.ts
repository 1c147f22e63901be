import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Handrail } from '@handrail/core'
import { functionOption } from '@handrail/core/internal'
import type { FastifyServerOptions } from 'fastify'
import { z } from 'zod'
import type { Authenticate } from './access/own-callers.ts'
import type { RateLimits } from './access/rate-limit.ts'
import type { OtherProcesses } from './monitoring/processes.ts'
import type { EarlyServer } from './server/lifecycle/early.ts'
import type { Logger } from './server/log.ts'

/** How the HTTP side of an instance is served. */
export interface AppOptions {
  handrail: Handrail
  /**
   * The logger, such as a pino instance: one line for each request and each failure. Without it, failures alone are
   * written to stderr.
   */
  logger?: Logger
  /** Limits of requests of one token. 6,000 a minute and 120,000 an hour when not given. */
  rateLimits?: Partial<RateLimits>
  /** The trusted proxies, as Fastify's option of this name. None when not given. */
  trustProxy?: FastifyServerOptions['trustProxy']
  /**
   * Connections that one address can have open at a time (of IPv6, a network of 56 bits); 0 for no limit. Those of trusted proxies are not
   * counted. When not given, 256, and no limit for addresses of this machine and of private networks.
   */
  connectionsPerAddress?: number
  /** Web origins whose pages can call the API with a token. All when not given: cookies give no access. */
  corsOrigins?: readonly string[]
  /** The folder of the built console, which is then served at `/`. Without it, only the server-rendered pages are served. */
  consoleFolder?: string | undefined
  /** With which other machines see `/metrics`, as a bearer token. Without one, only requests from this machine see it. */
  metricsToken?: string | undefined
  /** Finds the callers of the REST API and of `/mcp` by the users of another program. Without it, and where it finds none, tokens count. */
  authenticate?: Authenticate
  /**
   * A command of the operator's program as it can be typed, such as `handrail reset-password you@example.com` for `reset-password
   * you@example.com`: pages name it where a person has to ask the operator. Without it, they name none.
   */
  operatorCommand?: (command: string) => string
  /** Where a vulnerability of this instance is reported, such as `mailto:security@example.com`: `/.well-known/security.txt` names it. */
  securityContact?: string | undefined
  /** The version that `/metrics` names. */
  version?: string
  /** A server that listens already, and passes requests to the app once it is ready. */
  server?: EarlyServer
  /** @internal The other processes that serve the same port: `/metrics` shows all of them as one. */
  others?: OtherProcesses | undefined
}

const LIMIT = z
  .int('must be a whole number, 0 for no limit')
  .min(0, 'must be a whole number, 0 for no limit')
  .optional()
const LOGS = ['info', 'warn', 'error']

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function isLogger(value: unknown): boolean {
  return isObject(value) && LOGS.every((name) => typeof Reflect.get(value, name) === 'function')
}

/** As Fastify takes them: whether, addresses, the number of hops, or a function. */
function isTrusting(value: unknown): boolean {
  return ['boolean', 'string', 'number', 'function'].includes(typeof value) || Array.isArray(value)
}

/** The options of `createApp`. */
export const AppOptionsShape = z.strictObject({
  handrail: z.custom(
    (value) => isObject(value) && 'asSystem' in value,
    'must be an instance, which createHandrail returns',
  ),
  logger: z.custom(isLogger, 'must have the functions info, warn and error, as a logger of pino does').optional(),
  rateLimits: z.strictObject({ minute: LIMIT, hour: LIMIT }).optional(),
  trustProxy: z
    .custom(isTrusting, 'must be true, addresses of proxies, their number or a function, as of Fastify')
    .optional(),
  connectionsPerAddress: LIMIT,
  corsOrigins: z.array(z.string()).optional(),
  consoleFolder: z
    .custom(
      (folder) => typeof folder === 'string' && existsSync(join(folder, 'index.html')),
      'must be the folder of the built console, the folder dist of the package @handrail/console, with index.html',
    )
    .optional(),
  metricsToken: z.string().optional(),
  authenticate: functionOption().optional(),
  operatorCommand: functionOption().optional(),
  securityContact: z.string().optional(),
  version: z.string().optional(),
  server: z.custom(isObject, 'must be what createEarlyServer returns').optional(),
  others: z.custom(isObject, 'must be an object').optional(),
} satisfies Record<keyof AppOptions, z.ZodType>)
