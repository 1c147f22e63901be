import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { AppError } from '../errors.ts'
import { codeOf } from '../files/content/disk-errors.ts'
import { isPostgresUrl, sqliteFileOf } from '../storage/open.ts'
import type { OpenOptions } from '../storage/open-options.ts'
import { unusableFile } from '../storage/unavailable.ts'
import { writeNewFile } from './key-file.ts'

const MIN_SECRET = 32

export interface SecretOptions {
  database: OpenOptions['database']
  secret?: string | undefined
  /** The one before, while it is replaced. */
  previousSecret?: string | undefined
}

/**
 * The secrets of an instance, of which the database says which one is current. One is created with an SQLite file if there is none.
 * @throws AppError if there is no usable secret
 */
export async function secretsOf(options: SecretOptions): Promise<Buffer[]> {
  const known = knownSecretsOf(options)
  if (known.length > 0) return known
  const database = sqliteFileOf(options.database)
  if (database === ':memory:') return [randomBytes(32)]
  if (database === undefined)
    throw new AppError(
      'invalid_request',
      'PostgreSQL requires a secret, the same for every process: set HANDRAIL_SECRET (embedded: the option "secret")',
    )
  if (existsSync(database)) throw new AppError('unavailable', await missingSecret(database))
  return [makeKeyFile(`${database}.key`)]
}

/** The given secrets, or those of the key file, which has two while the key is changed; empty if there are none. */
export function knownSecretsOf({ database, secret, previousSecret }: SecretOptions): Buffer[] {
  if (secret !== undefined)
    return [secret, ...(previousSecret === undefined ? [] : [previousSecret])].map((one) => {
      if (one.length >= MIN_SECRET) return Buffer.from(one)
      throw new AppError('invalid_request', `The secret must have at least ${MIN_SECRET} characters`)
    })
  const path = sqliteFileOf(database)
  const file = `${path}.key`
  if (path === undefined || !existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  if (lines.some((line) => line.length < MIN_SECRET))
    throw new AppError('unavailable', `The key file ${file} is empty or incomplete. Restore it from your backup`)
  return lines.map((line) => Buffer.from(line))
}

/** Says which secret a database was encrypted with, as far as it is known. */
export async function missingSecret(database: string): Promise<string> {
  const file = `${database}.key`
  const { readKeySource } = await import('./key-source.sqlite.ts')
  const source = isPostgresUrl(database) ? 'setting' : readKeySource(database)
  if (source === 'setting')
    return `HANDRAIL_SECRET is not set, and the data in ${database} is encrypted with it (embedded: the option "secret"). Set it to the same value as before; this database has no key file`
  if (source === 'file')
    return `The key file ${file} is missing: without it, webhook secrets cannot be read. Restore it from your backup`
  return `The key of ${database} is missing: HANDRAIL_SECRET is not set, and there is no key file ${file}. Set HANDRAIL_SECRET (embedded: the option "secret") if this instance had one; otherwise put its key file back`
}

/** Creates a key file, which is on disk before anything is encrypted with it. */
function makeKeyFile(file: string): Buffer {
  const fresh = newSecret()
  try {
    writeNewFile(file, `${fresh}\n`)
  } catch (error) {
    // An empty file would count as a lost key. An existing file belongs to another process.
    if (codeOf(error) !== 'EEXIST') rmSync(file, { force: true })
    throw unusableFile(`Cannot write ${file}`, error)
  }
  return Buffer.from(fresh)
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}
