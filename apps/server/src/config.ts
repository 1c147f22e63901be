import { basename, join, relative } from 'node:path'
import type { MailOptions } from '@handrail/core'
import type { z } from 'zod'
import { aboutSetting, SETTING_NAMES, type SettingName, Settings } from './settings.ts'
import { nearest } from './suggest.ts'

/** The settings as they are for this run. */
export interface Config extends Omit<z.output<typeof Settings>, 'publicUrl'> {
  publicUrl: string
  /** A PostgreSQL URL, or the path of the SQLite file. */
  database: string
}

/** Settings whose values are never printed. */
const UNSHOWN: readonly string[] = ['secret', 'databaseUrl', 'smtpUrl', 'setupPassword'] satisfies SettingName[]

/** The attribute under which commander keeps a flag: `--public-url <url>` is `publicUrl`. */
export function attributeOf(flag: string): string {
  const name = /^--([\w-]+)/.exec(flag)?.[1] ?? ''
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/**
 * Reads the settings. A flag takes precedence over its environment variable, and an empty variable counts as not set.
 * @param flags by attribute, only those that the command takes
 * @returns the configuration, or all that is wrong with it, a line each
 */
export function readConfig(
  flags: Readonly<Record<string, unknown>>,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): { config: Config } | { faults: string[] } {
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
    ...missing(raw),
    ...misspelt(environment),
  ]
  if (!result.success || faults.length > 0) return { faults }
  const { publicUrl = `http://localhost:${result.data.port}`, ...settings } = result.data
  return { config: { ...settings, publicUrl, database: settings.databaseUrl ?? join(settings.data, 'handrail.db') } }
}

/** How this program was called, for the commands that it suggests. */
export function invocation({ data }: Config): string {
  const script = process.argv[1] ?? 'handrail'
  const installed = script.includes('/_npx/') ? 'npx handrail' : 'handrail'
  const called = basename(script) === 'handrail' ? installed : `node ${relative('.', script)}`
  return data === Settings.parse({}).data ? called : `${called} --data ${data}`
}

function missing(raw: Record<string, unknown>): string[] {
  const faults: string[] = []
  if (raw.databaseUrl && !raw.secret)
    faults.push('HANDRAIL_SECRET is needed with PostgreSQL: 32 or more random characters, the same for every process')
  if (raw.setupEmail && !raw.setupWorkspace)
    faults.push('The name of the workspace is needed to set it up: --workspace or HANDRAIL_SETUP_WORKSPACE')
  if (!raw.setupEmail && raw.setupWorkspace)
    faults.push('The e-mail address of the owner is needed to set up a workspace: --email or HANDRAIL_SETUP_EMAIL')
  if (raw.smtpUrl && !raw.mailFrom)
    faults.push('MAIL_FROM is needed with SMTP_URL: who mail is from, such as Handrail <no-reply@example.com>')
  if (!raw.smtpUrl && raw.mailFrom) faults.push('SMTP_URL is needed with MAIL_FROM: the server that takes the mail')
  return faults
}

/** The mail server, where there is one. */
export function mailOf({ smtpUrl: url, mailFrom: from }: Config): MailOptions | undefined {
  return url !== undefined && from !== undefined ? { url, from } : undefined
}

/**
 * Other programs may have variables with our prefix, so only a name that is close to one of ours counts as a mistake.
 */
function misspelt(environment: Readonly<Record<string, string | undefined>>): string[] {
  const known = SETTING_NAMES.map((name) => aboutSetting(name).environment)
  const unknown = Object.keys(environment).filter((name) => name.startsWith('HANDRAIL_') && !known.includes(name))
  return unknown.flatMap((name) => {
    const meant = nearest(name, known)
    return meant === undefined ? [] : [`${name} is not a setting. Did you mean ${meant}?`]
  })
}
