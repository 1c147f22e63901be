import { PublicUrl, parseBucketUrl } from '@handrail/core/internal'
import { z } from 'zod'
import { BackupSettings } from './backup-settings.ts'
import { credentialsUrl } from './credentials-url.ts'
import { DatabaseSettings } from './database-settings.ts'
import { isAddressRange, isHost, isRange } from './host.ts'
import { readPlans } from './plans.ts'
import { Processes } from './processes.ts'
import { ReplySettings } from './reply-settings.ts'
import { given, type Setting } from './setting.ts'

const limit = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number, 0 for no limit')
  .transform(Number)

/** Every setting of the program: flags, environment variables, help and `docs/configuration.md` follow from it. */
export const Settings = z.object({
  port: z
    .string()
    .regex(/^\d{1,5}$/, { error: 'must be a number from 0 to 65535, such as 3000', abort: true })
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a number from 0 to 65535, such as 3000')
    .default(3000)
    .describe('Port that the service listens on; 0 picks a free port')
    .register(given, { flag: '--port <number>', environment: 'PORT' }),
  host: z
    .string()
    .regex(/^\S+$/, 'must be an address or a host name, such as 0.0.0.0')
    .default('127.0.0.1')
    .describe('Address to listen on; `0.0.0.0` for all interfaces, as in a container')
    .register(given, { flag: '--host <address>', environment: 'HOST' }),
  publicUrl: PublicUrl.transform(withoutSlashes)
    .optional()
    .describe('Public address of the instance; links in mail and in the API start with it')
    .register(given, {
      flag: '--public-url <url>',
      environment: 'PUBLIC_URL',
      default: '`http://localhost:` and the port',
    }),
  processes: Processes,
  data: z
    .string()
    .min(1, 'must name a folder')
    .default('./handrail-data')
    .describe('Folder for the SQLite database and its key; created if missing')
    .register(given, { flag: '--data <folder>', environment: 'HANDRAIL_DATA' }),
  ...DatabaseSettings,
  files: z
    .string()
    .min(1, 'must name a folder')
    .optional()
    .describe('Folder for uploads, used by this database only; several processes must share one folder')
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
      'Bucket for uploads, used by this database only: `s3://bucket/prefix?region=eu-central-1`; add `endpoint=https://minio.example.com` for a service other than AWS. Credentials come from `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, or from the role of the machine',
    )
    .register(given, { flag: '--files-url <url>', environment: 'FILES_URL', default: 'a folder' }),
  secret: z
    .string()
    .min(32, 'must have at least 32 characters, for example from: openssl rand -base64 48')
    .optional()
    .describe(
      'Key that encrypts stored secrets: at least 32 random characters, the same for every process. Required with PostgreSQL',
    )
    .register(given, { environment: 'HANDRAIL_SECRET', default: 'generated once, next to the SQLite file' }),
  previousSecret: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'The former `HANDRAIL_SECRET`, beside a new one, until `handrail rotate-key` has encrypted everything with the new one',
    )
    .register(given, { environment: 'HANDRAIL_SECRET_PREVIOUS', default: 'none' }),
  rateLimitMinute: limit
    .default(6000)
    .describe('Requests per token and minute; 0 for no limit')
    .register(given, { flag: '--rate-limit-minute <number>', environment: 'HANDRAIL_RATE_LIMIT_MINUTE' }),
  rateLimitHour: limit
    .default(120_000)
    .describe('Requests per token and hour; 0 for no limit')
    .register(given, { flag: '--rate-limit-hour <number>', environment: 'HANDRAIL_RATE_LIMIT_HOUR' }),
  trustProxy: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine(
      (parts) => parts.every(isAddressRange),
      'must be the addresses of your proxies, such as 10.0.0.0/8,127.0.0.1',
    )
    .optional()
    .describe('Addresses of your reverse proxies, separated by commas; their `X-Forwarded-*` headers are trusted')
    .register(given, { flag: '--trust-proxy <addresses>', environment: 'HANDRAIL_TRUST_PROXY', default: 'none' }),
  connectionsPerAddress: limit
    .optional()
    .describe(
      'Connections that one address can have open at a time, of IPv6 a network of 56 bits; 0 for no limit. Those of `HANDRAIL_TRUST_PROXY` are not counted',
    )
    .register(given, {
      flag: '--connections-per-address <number>',
      environment: 'HANDRAIL_CONNECTIONS_PER_ADDRESS',
      default: '`256`, and no limit in private networks',
    }),
  corsOrigins: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine(
      (origins) => origins.every(isOrigin),
      'must be web origins such as https://app.example.com, separated by commas',
    )
    .optional()
    .describe('Web origins that can call the API (CORS), separated by commas')
    .register(given, { flag: '--cors-origins <origins>', environment: 'HANDRAIL_CORS_ORIGINS', default: 'all' }),
  embedHosts: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim().toLowerCase()))
    .refine((hosts) => hosts.every(isHost), 'must be host names such as help.example.com, separated by commas')
    .optional()
    .describe('Further hosts whose pages guides can embed, subdomains included, separated by commas')
    .register(given, { flag: '--embed-hosts <hosts>', environment: 'HANDRAIL_EMBED_HOSTS', default: 'none' }),
  webhookAllowedCidrs: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine((ranges) => ranges.every(isRange), 'must be address ranges such as 10.0.0.0/8, separated by commas')
    .default([])
    .describe(
      'Private address ranges that webhook deliveries, and a mail server set in the console, can be in, separated by commas; an instance on localhost also allows localhost',
    )
    .register(given, {
      flag: '--webhook-allowed-cidrs <ranges>',
      environment: 'WEBHOOK_ALLOWED_CIDRS',
      default: 'none',
    }),
  webhookProxy: credentialsUrl(/^https?$/, 'must look like http://user:password@proxy.example.com:3128')
    .optional()
    .describe(
      'HTTP CONNECT proxy for all webhook deliveries. The proxy resolves host names, so it must refuse private addresses',
    )
    .register(given, { environment: 'WEBHOOK_PROXY', default: 'none' }),
  maxVideoMb: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be a whole number of megabytes from 1 to 4096')
    .transform(Number)
    .refine((megabytes) => megabytes <= 4096, 'must be a whole number of megabytes from 1 to 4096')
    .default(500)
    .describe('Maximum size of an uploaded video, in megabytes')
    .register(given, { flag: '--max-video-mb <number>', environment: 'HANDRAIL_MAX_VIDEO_MB' }),
  eventDays: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be a number of days from 1 on')
    .transform(Number)
    .default(30)
    .describe('Days that events and webhook deliveries are kept')
    .register(given, { flag: '--event-days <number>', environment: 'HANDRAIL_EVENT_DAYS' }),
  apiKey: z
    .string()
    .regex(/^\S+$/, 'must be an API key, as handrail create-key prints it')
    .optional()
    .describe('API key that `handrail listen` uses to read events')
    .register(given, { environment: 'HANDRAIL_API_KEY' }),
  smtpUrl: credentialsUrl(/^smtps?$/, 'must look like smtp://user:password@mail.example.com:587')
    .optional()
    .describe(
      'Mail server for invitations, reminders, notifications and password links; takes precedence over one set in the console',
    )
    .register(given, { environment: 'SMTP_URL', default: 'mail is kept in the outbox' }),
  mailFrom: z
    .string()
    .regex(/^[^\r\n@]*[^\s@<>]@[^\s@<>]+>?$/, 'must be an e-mail address, such as Handrail <no-reply@example.com>')
    .optional()
    .describe('Sender of all mail. Required with `SMTP_URL`')
    .register(given, { flag: '--mail-from <address>', environment: 'MAIL_FROM' }),
  ...ReplySettings,
  metricsToken: z
    .string()
    .regex(
      /^[\x21-\x7e]{16,}$/,
      'must have at least 16 characters, without spaces, for example from: openssl rand -hex 24',
    )
    .optional()
    .describe('Bearer token with which other machines can read `/metrics`')
    .register(given, { environment: 'HANDRAIL_METRICS_TOKEN', default: 'this machine only' }),
  securityContact: z
    .string()
    .regex(
      /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/,
      'must be an address such as mailto:security@example.com or https://example.com/security',
    )
    .optional()
    .describe('Where a vulnerability of this instance is reported: `/.well-known/security.txt` names it')
    .register(given, {
      flag: '--security-contact <address>',
      environment: 'HANDRAIL_SECURITY_CONTACT',
      default: 'no such file',
    }),
  otlpEndpoint: z
    .string()
    .optional()
    .describe(
      'Receiver of OpenTelemetry traces, such as `http://localhost:4318`; other variables of OpenTelemetry work as well',
    )
    .register(given, { environment: 'OTEL_EXPORTER_OTLP_ENDPOINT', default: 'no traces are sent' }),
  ...BackupSettings,
  logLevel: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info')
    .describe('Log level; logs are JSON lines on stderr')
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
    .describe('Fill an empty instance with a sample workspace, print an API key for it, and send no mail')
    .register(given, { flag: '--demo', environment: 'HANDRAIL_DEMO' }),
  setupEmail: z
    .email('must be an e-mail address')
    .optional()
    .describe('E-mail address of the owner, to set up an empty instance; the flag is one of `setup`')
    .register(given, { flag: '--email <address>', environment: 'HANDRAIL_SETUP_EMAIL' }),
  setupName: z.string().optional().describe('Name of the owner; the flag is one of `setup`').register(given, {
    flag: '--name <name>',
    environment: 'HANDRAIL_SETUP_NAME',
    default: 'derived from the e-mail address',
  }),
  setupPassword: z
    .string()
    .min(12, 'must have at least 12 characters')
    .optional()
    .describe('Password of the owner')
    .register(given, { environment: 'HANDRAIL_SETUP_PASSWORD', default: 'set through a link' }),
  setupWorkspace: z
    .string()
    .optional()
    .describe('Name of the first workspace; the flag is one of `setup`')
    .register(given, { flag: '--workspace <name>', environment: 'HANDRAIL_SETUP_WORKSPACE' }),
})

export type SettingName = keyof typeof Settings.shape

export const SETTING_NAMES = Object.keys(Settings.shape) as readonly SettingName[]

/** The description of a setting in help texts and in `docs/configuration.md`. */
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

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text
}

/** An address without slashes at its end. */
function withoutSlashes(url: string): string {
  let end = url.length
  while (url.charAt(end - 1) === '/') end--
  return url.slice(0, end)
}
