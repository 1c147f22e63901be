import { basename, join, relative } from 'node:path'
import type { MailOptions, ReplyOptions } from '@handrail/core'
import { nearest } from '@handrail/core/internal'
import type { z } from 'zod'
import { areSeveral, processesOf } from './processes.ts'
import { aboutSetting, SETTING_NAMES, type SettingName, Settings } from './settings.ts'

/** The settings as they are for this run. */
export interface Config extends Omit<z.output<typeof Settings>, 'publicUrl' | 'files' | 'filesUrl' | 'processes'> {
  publicUrl: string
  /** How many processes serve the port. */
  processes: number
  /** The folder of what people upload, or the address of a bucket. */
  files: string
  /** A PostgreSQL URL, or the path of the SQLite file. */
  database: string
  /** The variable or the flag that has the PostgreSQL URL. */
  databaseSetting: string
}

/** Settings whose values are never printed. */
const UNSHOWN: readonly string[] = [
  'secret',
  'previousSecret',
  'backupPassphrase',
  'databaseUrl',
  'databasePoolerUrl',
  'filesUrl',
  'smtpUrl',
  'replyMailbox',
  'setupPassword',
  'webhookProxy',
  'metricsToken',
  'otlpEndpoint',
  'apiKey',
] satisfies SettingName[]

/** The attribute under which commander keeps a flag: `--public-url <url>` is `publicUrl`. */
export function attributeOf(flag: string): string {
  const name = /^--([\w-]+)/.exec(flag)?.[1] ?? ''
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/**
 * Reads the settings. A flag takes precedence over its environment variable, and an empty variable counts as not set.
 * @param flags by attribute, only those that the command takes
 * @returns the configuration with what is to be told about it, or all that is wrong with it, a line each
 */
export function readConfig(
  flags: Readonly<Record<string, unknown>>,
  environment: Environment = process.env,
  { withoutSecret = false }: { withoutSecret?: boolean | undefined } = {},
): { config: Config; warnings: string[] } | { faults: string[] } {
  const raw: Record<string, unknown> = {}
  const sources: Record<string, string> = {}
  for (const name of SETTING_NAMES) {
    const { flag, environment: variable } = aboutSetting(name)
    const fromFlag = flag === undefined ? undefined : flags[attributeOf(flag)]
    raw[name] = fromFlag ?? (environment[variable] || undefined)
    sources[name] = fromFlag === undefined ? variable : (flag?.split(' ')[0] ?? variable)
  }
  const result = Settings.safeParse(raw)
  const faults = [
    ...(result.error?.issues ?? []).map(({ path: [name = ''], message }) => {
      const shown = UNSHOWN.includes(String(name)) ? '' : ` (it is "${raw[String(name)]}")`
      return `${sources[String(name)]} ${message}${shown}`
    }),
    ...missing(withoutSecret ? { ...raw, secret: true } : raw),
    ...misspelt(environment).faults,
  ]
  if (!result.success || faults.length > 0) return { faults }
  const { publicUrl = `http://localhost:${result.data.port}`, filesUrl, ...settings } = result.data
  const database = settings.databaseUrl ?? join(settings.data, 'handrail.db')
  const processes = processesOf(settings.processes, settings.databaseUrl)
  const files = filesUrl ?? settings.files ?? join(settings.data, 'files')
  const databaseSetting = sources.databaseUrl ?? ''
  return {
    config: { ...settings, publicUrl, database, databaseSetting, files, processes },
    warnings: misspelt(environment).warnings,
  }
}

/** The environment of another program, which has that of this one besides. */
export function environmentWith(variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...process.env, ...variables }
}

/** The arguments with which Node starts this program. */
export function ownProgram(): string[] {
  return [...process.execArgv, process.argv[1] ?? '']
}

/** The name of this program in suggested commands, set by a script that calls it. */
const CALLED_AS = 'HANDRAIL_CALLED_AS'

/** A command line that can be typed as it is: this program as it was called, on the same data. */
export function commandLine(
  command: string,
  { data, databaseUrl }: Pick<Config, 'data' | 'databaseUrl'>,
  environment = process.env,
): string {
  const called = `${programName(environment)} ${command}`
  // Settings from the environment also apply to the next command.
  if (databaseUrl !== undefined && environment.DATABASE_URL !== databaseUrl)
    return `${called} --database-url ${quoted(withoutPassword(databaseUrl))}`
  return data === Settings.parse({}).data ? called : `${called} --data ${quoted(data)}`
}

/** A text with the command lines in it as they can be typed: with this program as it was called. */
export function asCalled(text: string, environment: Environment = process.env): string {
  return text.replaceAll(COMMAND_LINE, `$<before>${programName(environment)} $<rest>`)
}

/** The program where a command or `--help` follows, and not as a part of another command. */
const COMMAND_LINE = /(?<before>^|[\s:;|])handrail (?<rest>[a-z]|<command>|--help)/g

function programName(environment: Environment): string {
  return environment[CALLED_AS] || calledAs(process.argv[1] ?? 'handrail', environment)
}

/** Output can be logged, so passwords are removed. */
function withoutPassword(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  if (url.password !== '') url.password = 'PASSWORD'
  return url.href
}

type Environment = Readonly<Record<string, string | undefined>>

/** Whether a script of npm, or npx, has started this process: in a shell of its own. */
export function isStartedByNpm(environment: Environment = process.env): boolean {
  return environment.npm_lifecycle_event !== undefined
}

function calledAs(script: string, environment: Environment): string {
  if (basename(script) !== 'handrail') return `node ${quoted(relative('.', script))}`
  // Fetched by npx from a registry, which has it then.
  if (script.includes('/_npx/')) return 'npx handrail'
  // Installed in a folder, it is on the search path of npx alone; in another folder, npx is not to fetch what a registry has by this name.
  return isStartedByNpm(environment) ? 'npx --no-install handrail' : 'handrail'
}

/** One word of a command line, whatever is in it. */
function quoted(text: string): string {
  return /^[\w./:=@+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

function missing(raw: Record<string, unknown>): string[] {
  const faults: string[] = []
  if (raw.databaseUrl && !raw.secret)
    faults.push('PostgreSQL needs HANDRAIL_SECRET: 32 or more random characters, the same for every process')
  if (raw.previousSecret && !raw.secret)
    faults.push('HANDRAIL_SECRET_PREVIOUS needs HANDRAIL_SECRET, the new secret that replaces it')
  if (raw.previousSecret && raw.previousSecret === raw.secret)
    faults.push('HANDRAIL_SECRET_PREVIOUS is the same as HANDRAIL_SECRET: unset it, or set a new HANDRAIL_SECRET')
  if (areSeveral(raw.processes) && !raw.databaseUrl)
    faults.push(
      'Several processes need PostgreSQL: set DATABASE_URL, or leave HANDRAIL_PROCESSES (--processes) at 1, because an SQLite database has one process',
    )
  if (raw.databasePoolerUrl && !raw.databaseUrl)
    faults.push('DATABASE_POOLER_URL needs DATABASE_URL, the address of PostgreSQL itself')
  if (raw.files && raw.filesUrl) faults.push('FILES_URL and HANDRAIL_FILES exclude each other: unset one of them')
  if (raw.setupEmail && !raw.setupWorkspace)
    faults.push('Set-up needs the name of the workspace: --workspace or HANDRAIL_SETUP_WORKSPACE')
  if (!raw.setupEmail && raw.setupWorkspace)
    faults.push('Set-up needs the e-mail address of the owner: --email or HANDRAIL_SETUP_EMAIL')
  if (raw.smtpUrl && !raw.mailFrom)
    faults.push('SMTP_URL needs MAIL_FROM, the sender of all mail, such as Handrail <no-reply@example.com>')
  if (!raw.smtpUrl && raw.mailFrom) faults.push('MAIL_FROM needs SMTP_URL, the mail server')
  return [...faults, ...missingForReplies(raw)]
}

function missingForReplies(raw: Record<string, unknown>): string[] {
  const { replyListen, replyDomain, replyMailbox, replyAddress, replyCert, replyKey, replyAuthserv } = raw
  const faults: string[] = []
  if (replyListen && replyMailbox)
    faults.push('HANDRAIL_REPLY_LISTEN and HANDRAIL_REPLY_MAILBOX exclude each other: unset one of them')
  if (replyListen && !replyDomain)
    faults.push('HANDRAIL_REPLY_LISTEN needs HANDRAIL_REPLY_DOMAIN, the domain of the addresses for replies')
  if (!replyListen && replyDomain)
    faults.push('HANDRAIL_REPLY_DOMAIN needs HANDRAIL_REPLY_LISTEN, the address at which replies are received')
  if (replyMailbox && !replyAddress)
    faults.push('HANDRAIL_REPLY_MAILBOX needs HANDRAIL_REPLY_ADDRESS, the address of the mailbox')
  if (!replyMailbox && replyAddress)
    faults.push('HANDRAIL_REPLY_ADDRESS needs HANDRAIL_REPLY_MAILBOX, the mailbox that receives replies')
  if (Boolean(replyCert) !== Boolean(replyKey))
    faults.push('HANDRAIL_REPLY_CERT and HANDRAIL_REPLY_KEY need each other: a certificate and its private key')
  if ((replyCert || replyKey) && !replyListen)
    faults.push('HANDRAIL_REPLY_CERT needs HANDRAIL_REPLY_LISTEN, the SMTP server that uses it')
  if (replyAuthserv && !replyListen && !replyMailbox)
    faults.push('HANDRAIL_REPLY_AUTHSERV needs HANDRAIL_REPLY_LISTEN or HANDRAIL_REPLY_MAILBOX')
  return faults
}

/** How replies are received, if they are. A demo sends no mail, so there is nothing to reply to. */
export function repliesOf(config: Config): ReplyOptions | undefined {
  const { demo, replyListen, replyDomain, replyMailbox, replyAddress, replyCert, replyKey, replyAuthserv } = config
  if (demo) return undefined
  if (replyMailbox !== undefined && replyAddress !== undefined)
    return { address: replyAddress, authserv: replyAuthserv, mailbox: { url: replyMailbox } }
  if (replyListen === undefined || replyDomain === undefined) return undefined
  const tls = replyCert !== undefined && replyKey !== undefined ? { cert: replyCert, key: replyKey } : undefined
  return { address: `reply@${replyDomain}`, authserv: replyAuthserv, listener: { ...replyListen, tls } }
}

/** The mail server of the settings, where there is one. A demo sends nothing: its contacts are made up, and their addresses can exist. */
export function mailOf({ smtpUrl: url, mailFrom: from, demo }: Config): MailOptions | undefined {
  if (demo) return undefined
  return url !== undefined && from !== undefined ? { url, from } : undefined
}

/** A name that is close to one of ours is a mistake; any other with our prefix may be of another program, and is told. */
function misspelt(environment: Readonly<Record<string, string | undefined>>) {
  const known = [...SETTING_NAMES.map((name) => aboutSetting(name).environment), CALLED_AS]
  const unknown = Object.keys(environment).filter((name) => name.startsWith('HANDRAIL_') && !known.includes(name))
  const meant = unknown.map((name) => ({ name, other: nearest(name, known) }))
  return {
    faults: meant.flatMap(({ name, other }) => (other ? [`${name} is not a setting. Did you mean ${other}?`] : [])),
    warnings: meant.flatMap(({ name, other }) =>
      other ? [] : [`${name} is not a setting of Handrail and is ignored`],
    ),
  }
}
