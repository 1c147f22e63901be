import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { createHandrail, type Handrail, type HandrailOptions } from '@handrail/core'
import { type Config, mailOf, repliesOf } from './configuration/config.ts'
import { Failure } from './failure.ts'

interface Opening extends Partial<HandrailOptions> {
  /** Whether it receives replies to mail, if they are configured. Defaults to true. */
  receivesReplies?: boolean
}

/** Opens the instance of the configuration, creating it if necessary. The caller closes it. */
export async function openInstance(
  config: Config,
  { receivesReplies = true, ...options }: Opening = {},
): Promise<Handrail> {
  const {
    database,
    databaseUrl,
    files,
    publicUrl,
    secret,
    plans,
    webhookAllowedCidrs: allowedRanges,
    webhookProxy: proxy,
    eventDays,
    maxVideoMb,
    embedHosts,
  } = config
  if (databaseUrl === undefined) prepareFolder(config.data)
  const maxVideoBytes = maxVideoMb * 1024 ** 2
  const webhooks = { allowedRanges, proxy, ...options.webhooks }
  const mail = mailOf(config)
  const replies = repliesOf(config)
  const given = {
    ...(secret && { secret }),
    ...(plans && { plans }),
    ...(mail && { mail }),
    ...(replies && { replies: { ...replies, receive: receivesReplies } }),
  }
  return createHandrail({
    database,
    files,
    publicUrl,
    eventDays,
    maxVideoBytes,
    embedHosts,
    ...given,
    ...options,
    webhooks,
  })
}

/** Opens the instance for one command, beside a server that may be running. */
export async function withInstance<T>(config: Config, work: (handrail: Handrail) => Promise<T>): Promise<T> {
  const options = { upkeep: false, imports: false, webhooks: { deliver: false }, receivesReplies: false }
  const handrail = await openInstance(config, options)
  try {
    return await work(handrail)
  } finally {
    await handrail.close()
  }
}

/** For commands that need existing data. */
export function requireDatabase({ database, databaseUrl }: Config): void {
  if (databaseUrl !== undefined || existsSync(database)) return
  throw new Failure(`There is no database at ${database}. Start Handrail once, or set the folder with --data`)
}

/** For commands that work on the file itself. @returns its path */
export function requireSqlite({ database, databaseUrl }: Config, instead: string): string {
  if (databaseUrl === undefined) return database
  throw new Failure(`The data is in PostgreSQL. Use its own tool: ${instead}`)
}

/** Makes the data folder, which only this user may open. */
export function prepareFolder(folder: string): void {
  try {
    makeFolder(resolve(folder))
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Failure(
      `The data folder ${folder} cannot be used: ${reason}. Make it accessible to this user, or choose another with --data`,
    )
  }
}

/**
 * Node's own `recursive` never returns on file systems such as /proc, which claim that an existing parent is missing.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}
