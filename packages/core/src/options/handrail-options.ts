import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import type { HandrailOptions } from '../options.ts'
import { isPostgresUrl } from '../storage/open.ts'
import { Plans } from '../workspaces/plans.ts'
import { PublicUrl } from './public-url.ts'
import { functionOption } from './require-options.ts'

const PLACE =
  "must be the path of an SQLite file, ':memory:', an address of PostgreSQL (postgres://user:password@host/database), { url, schema } or { pool, schema }"

const Text = z.string().min(1, 'must not be empty')
const Positive = (unit: string) => z.number().positive(`must be a positive number of ${unit}`)
const isCidr = (range: string) => ipaddr.isValidCIDR(range)

function isPlace(database: unknown): boolean {
  if (typeof database === 'string')
    return database !== '' && (isPostgresUrl(database) || !/^[a-z][\w+.-]+:\/\//i.test(database))
  return InPostgres.safeParse(database).success
}

const schema = z.string().optional()
const InPostgres = z.union([
  z.strictObject({ url: z.string().refine(isPostgresUrl), schema }),
  z.strictObject({ pool: z.custom((pool) => typeof pool === 'object' && pool !== null && 'connect' in pool), schema }),
])

const Mail = z
  .strictObject({
    url: z.url({ protocol: /^smtps?$/, error: 'must look like smtp://user:password@mail.example.com:587' }).optional(),
    from: z
      .string()
      .regex(/^[^\r\n]*[^\s@<>]@[^\s@<>]+>?$/, 'must be an e-mail address, such as Handrail <no-reply@example.com>')
      .optional(),
    send: z.boolean().optional(),
    settable: z.boolean().optional(),
  })
  .refine(({ url, from }) => url === undefined || from !== undefined, {
    path: ['from'],
    error: 'must be the sender of all mail, such as Handrail <no-reply@example.com>',
  })
  .refine(({ url, from }) => url !== undefined || from === undefined, {
    path: ['url'],
    error: 'must be the address of the mail server, such as smtp://user:password@mail.example.com:587',
  })

const Replies = z.strictObject({
  address: z.string().includes('@', { error: 'must be an e-mail address, such as reply@example.com' }),
  authserv: Text.optional(),
  listener: z
    .strictObject({
      host: z.string(),
      port: z.int().min(0).max(65_535),
      tls: z.strictObject({ cert: z.string(), key: z.string() }).optional(),
    })
    .optional(),
  mailbox: z
    .strictObject({
      url: z.url({ protocol: /^imaps?$/, error: 'must look like imaps://user:password@mail.example.com/INBOX' }),
      pollMs: Positive('milliseconds').optional(),
    })
    .optional(),
  receive: z.boolean().optional(),
})

/** The options of `createHandrail`. */
export const HandrailOptionsShape = z.strictObject({
  database: z.custom(isPlace, PLACE),
  publicUrl: PublicUrl.optional(),
  secret: z.string().optional(),
  previousSecret: z.string().optional(),
  plans: Plans.optional(),
  now: functionOption().optional(),
  webhooks: z
    .strictObject({
      allowedRanges: z.array(z.string().refine(isCidr, 'must be a range of addresses, such as 10.0.0.0/8')).optional(),
      resolve: functionOption().optional(),
      proxy: z.url({ protocol: /^https?$/, error: 'must look like http://proxy.example.com:3128' }).optional(),
      deliver: z.boolean().optional(),
    })
    .optional(),
  files: Text.optional(),
  mail: Mail.optional(),
  replies: Replies.optional(),
  eventDays: Positive('days').optional(),
  imports: z.boolean().optional(),
  maxVideoBytes: Positive('bytes').optional(),
  embedHosts: z.array(Text).optional(),
  upkeep: z.boolean().optional(),
  processes: z.int().positive().optional(),
  onError: functionOption().optional(),
  exclusive: z.boolean().optional(),
  isLocked: z.boolean().optional(),
  poolSize: z.int().positive().optional(),
  pooler: z.string().refine(isPostgresUrl, 'must look like postgres://user:password@host:6432/database').optional(),
  beforeMigrations: functionOption().optional(),
} satisfies Record<keyof HandrailOptions, z.ZodType>)
