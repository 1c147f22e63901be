import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { functionOption } from '@handrail/core/internal'
import { z } from 'zod'
import type { AppOptions } from './app.ts'

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
