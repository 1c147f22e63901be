import { isIP } from 'node:net'
import { parseBucketUrl } from '@handrail/core'
import { z } from 'zod'
import { readPlans } from './plans.ts'

/** How a setting can be given. */
interface Setting {
  environment: string
  /** As commander writes it: `--port <number>`. A secret has none: other users of the machine see command lines. */
  flag?: string
  /** The default in words, where it is not a plain value. */
  default?: string
}

const given = z.registry<Setting>()

const limit = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number, 0 for no limit')
  .transform(Number)

/** Every setting of the program: flags, environment variables, help and the table in the README follow from it. */
export const Settings = z.object({
  port: z
    .string()
    .regex(/^\d{1,5}$/, { error: 'must be a number from 0 to 65535, such as 3000', abort: true })
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a number from 0 to 65535, such as 3000')
    .default(3000)
    .describe('Port to listen on; 0 takes a free one')
    .register(given, { flag: '--port <number>', environment: 'PORT' }),
  host: z
    .string()
    .regex(/^\S+$/, 'must be an address or a host name, such as 0.0.0.0')
    .default('127.0.0.1')
    .describe('Address to listen on; `0.0.0.0` for all, which a container needs')
    .register(given, { flag: '--host <address>', environment: 'HOST' }),
  publicUrl: z
    .url({ protocol: /^https?$/, error: 'must be a web address, such as https://onboarding.example.com' })
    .transform(withoutSlashes)
    .optional()
    .describe('Address at which people and programs reach the instance; links begin with it')
    .register(given, {
      flag: '--public-url <url>',
      environment: 'PUBLIC_URL',
      default: '`http://localhost:` and the port',
    }),
  data: z
    .string()
    .min(1, 'must name a folder')
    .default('./handrail-data')
    .describe('Folder of the SQLite database and its key; made when absent')
    .register(given, { flag: '--data <folder>', environment: 'HANDRAIL_DATA' }),
  databaseUrl: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must look like postgres://user:password@host:5432/database' })
    .optional()
    .describe(
      'PostgreSQL instead of SQLite, for several processes on one database. Put a password into the variable: flags are visible to all users of a machine',
    )
    .register(given, {
      flag: '--database-url <url>',
      environment: 'DATABASE_URL',
      default: 'SQLite in the data folder',
    }),
  files: z
    .string()
    .min(1, 'must name a folder')
    .optional()
    .describe('Folder of what people upload, of this database alone; several processes need one that all of them see')
    .register(given, {
      flag: '--files <folder>',
      environment: 'HANDRAIL_FILES',
      default: '`files` in the data folder',
    }),
  filesUrl: z
    .string()
    .superRefine((url, context) => {
      const address = parseBucketUrl(url)
      if ('fault' in address) context.addIssue({ code: 'custom', message: address.fault })
    })
    .optional()
    .describe(
      'Bucket instead of a folder, of this database alone: `s3://bucket/prefix?region=eu-central-1`, and with `endpoint=https://minio.example.com` of another service than AWS. The key comes from `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, or from the role of the machine',
    )
    .register(given, { flag: '--files-url <url>', environment: 'FILES_URL', default: 'a folder' }),
  secret: z
    .string()
    .min(32, 'must have at least 32 characters, for example from: openssl rand -base64 48')
    .optional()
    .describe(
      'Encrypts webhook secrets; at least 32 random characters, the same for every process. Needed with PostgreSQL',
    )
    .register(given, { environment: 'HANDRAIL_SECRET', default: 'made once, beside the SQLite file' }),
  rateLimitMinute: limit
    .default(6000)
    .describe('Requests that a token may make in a minute; 0 for no limit')
    .register(given, { flag: '--rate-limit-minute <number>', environment: 'HANDRAIL_RATE_LIMIT_MINUTE' }),
  rateLimitHour: limit
    .default(120_000)
    .describe('Requests that a token may make in an hour; 0 for no limit')
    .register(given, { flag: '--rate-limit-hour <number>', environment: 'HANDRAIL_RATE_LIMIT_HOUR' }),
  trustProxy: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine(
      (parts) => parts.every(isAddressRange),
      'must be the addresses of your proxies, such as 10.0.0.0/8,127.0.0.1',
    )
    .optional()
    .describe('Addresses of the proxies in front, separated by commas; their `X-Forwarded-*` headers are believed')
    .register(given, { flag: '--trust-proxy <addresses>', environment: 'HANDRAIL_TRUST_PROXY', default: 'none' }),
  corsOrigins: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine(
      (origins) => origins.every(isOrigin),
      'must be web origins such as https://app.example.com, separated by commas',
    )
    .optional()
    .describe('Web origins whose pages may call the API, separated by commas')
    .register(given, { flag: '--cors-origins <origins>', environment: 'HANDRAIL_CORS_ORIGINS', default: 'all' }),
  embedHosts: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim().toLowerCase()))
    .refine((hosts) => hosts.every(isHost), 'must be host names such as help.example.com, separated by commas')
    .optional()
    .describe('Hosts whose pages guides may show in a frame, with all below them, beside those of known services')
    .register(given, { flag: '--embed-hosts <hosts>', environment: 'HANDRAIL_EMBED_HOSTS', default: 'none' }),
  webhookAllowedCidrs: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine((ranges) => ranges.every(isRange), 'must be address ranges such as 10.0.0.0/8, separated by commas')
    .default([])
    .describe(
      'Private addresses to which webhook deliveries may go, as ranges separated by commas; an instance on localhost also allows receivers there',
    )
    .register(given, {
      flag: '--webhook-allowed-cidrs <ranges>',
      environment: 'WEBHOOK_ALLOWED_CIDRS',
      default: 'none',
    }),
  webhookProxy: z
    .url({ protocol: /^https?$/, error: 'must look like http://user:password@proxy.example.com:3128' })
    .optional()
    .describe(
      'Proxy (HTTP CONNECT) through which all webhook deliveries go. It looks the names up, so it has to refuse private addresses',
    )
    .register(given, { environment: 'WEBHOOK_PROXY', default: 'none' }),
  maxVideoMb: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be a whole number of megabytes from 1 to 4096')
    .transform(Number)
    .refine((megabytes) => megabytes <= 4096, 'must be a whole number of megabytes from 1 to 4096')
    .default(500)
    .describe('The most megabytes that an uploaded video of a guide may have')
    .register(given, { flag: '--max-video-mb <number>', environment: 'HANDRAIL_MAX_VIDEO_MB' }),
  eventDays: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be a number of days from 1 on')
    .transform(Number)
    .default(30)
    .describe('How many days events and webhook deliveries are kept')
    .register(given, { flag: '--event-days <number>', environment: 'HANDRAIL_EVENT_DAYS' }),
  apiKey: z
    .string()
    .regex(/^\S+$/, 'must be an API key, as handrail create-key prints it')
    .optional()
    .describe('API key with which `handrail listen` reads events')
    .register(given, { environment: 'HANDRAIL_API_KEY' }),
  smtpUrl: z
    .url({ protocol: /^smtps?$/, error: 'must look like smtp://user:password@mail.example.com:587' })
    .optional()
    .describe('Mail server that sends invitations, reminders, notices and links to choose a new password')
    .register(given, { environment: 'SMTP_URL', default: 'mail is kept in the outbox' }),
  mailFrom: z
    .string()
    .regex(/^[^\r\n@]*[^\s@<>]@[^\s@<>]+>?$/, 'must be an e-mail address, such as Handrail <no-reply@example.com>')
    .optional()
    .describe('Who mail is from. Needed with `SMTP_URL`')
    .register(given, { flag: '--mail-from <address>', environment: 'MAIL_FROM' }),
  logLevel: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info')
    .describe('How much is logged, as JSON lines on stderr')
    .register(given, { flag: '--log-level <level>', environment: 'HANDRAIL_LOG_LEVEL' }),
  plans: z
    .string()
    .transform(readPlans)
    .optional()
    .describe('JSON file of plans by name, each with `entitlements` and `limits`')
    .register(given, { flag: '--plans <file>', environment: 'HANDRAIL_PLANS', default: 'one plan with everything' }),
  demo: z
    .preprocess(String, z.stringbool({ error: 'must be true or false' }))
    .default(false)
    .describe('Fills an empty instance with a sample workspace and prints an API key for it')
    .register(given, { flag: '--demo', environment: 'HANDRAIL_DEMO' }),
  setupEmail: z
    .email('must be an e-mail address')
    .optional()
    .describe('Sets up an empty instance: e-mail address of the owner. The flag is for `handrail setup`')
    .register(given, { flag: '--email <address>', environment: 'HANDRAIL_SETUP_EMAIL' }),
  setupName: z
    .string()
    .optional()
    .describe('Name of the owner. The flag is for `handrail setup`')
    .register(given, { flag: '--name <name>', environment: 'HANDRAIL_SETUP_NAME', default: 'taken from the e-mail' }),
  setupPassword: z
    .string()
    .min(12, 'must have at least 12 characters')
    .optional()
    .describe('Password of the owner')
    .register(given, { environment: 'HANDRAIL_SETUP_PASSWORD', default: 'chosen through a link' }),
  setupWorkspace: z
    .string()
    .optional()
    .describe('Name of the first workspace. The flag is for `handrail setup`')
    .register(given, { flag: '--workspace <name>', environment: 'HANDRAIL_SETUP_WORKSPACE' }),
})

export type SettingName = keyof typeof Settings.shape

export const SETTING_NAMES = Object.keys(Settings.shape) as readonly SettingName[]

/** What help texts and the table in the README say about a setting. */
export function aboutSetting(name: SettingName): Setting & { says: string; default: string } {
  const field = Settings.shape[name]
  const setting = given.get(field)
  if (!setting) throw new Error(`The setting ${name} does not say how it is given`)
  const plain = Settings.parse({})[name]
  return {
    ...setting,
    says: field.description ?? '',
    default: setting.default ?? (plain === undefined ? '' : `\`${plain}\``),
  }
}

/** A name that can stand in a policy of a page as it is. */
function isHost(text: string): boolean {
  return /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/.test(text)
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text
}

function isRange(text: string): boolean {
  return text.includes('/') && isAddressRange(text)
}

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  return rest.length === 0 && isIP(address) > 0 && (bits === undefined || /^\d{1,3}$/.test(bits))
}

/** An address without slashes at its end. */
function withoutSlashes(url: string): string {
  let end = url.length
  while (url.charAt(end - 1) === '/') end--
  return url.slice(0, end)
}
