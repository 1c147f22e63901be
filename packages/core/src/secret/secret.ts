import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { platform } from 'node:os'
import { dirname } from 'node:path'
import { AppError } from '../errors.ts'
import { codeOf } from '../files/content/disk-errors.ts'
import { sqliteFileOf } from '../storage/open.ts'
import type { OpenOptions } from '../storage/open-options.ts'
import { unusableFile } from '../storage/unavailable.ts'

const MIN_SECRET = 32

interface Options {
  database: OpenOptions['database']
  secret?: string | undefined
}

/** The secret of an instance, created with its SQLite file if there is none. @throws AppError if there is no usable secret */
export function secretOf(options: Options): Buffer {
  const known = knownSecretOf(options)
  if (known) return known
  const database = sqliteFileOf(options.database)
  if (database === ':memory:') return randomBytes(32)
  if (database === undefined)
    throw new AppError('invalid_request', 'PostgreSQL requires a secret, the same for every process')
  const file = `${database}.key`
  if (existsSync(database))
    throw new AppError(
      'unavailable',
      `The key file ${file} is missing: without it, webhook secrets cannot be read. Restore it from your backup`,
    )
  return makeKeyFile(file)
}

/** The given secret, or that of the key file; undefined if there is neither. */
export function knownSecretOf({ database, secret }: Options): Buffer | undefined {
  if (secret !== undefined) {
    if (secret.length >= MIN_SECRET) return Buffer.from(secret)
    throw new AppError('invalid_request', `The secret must have at least ${MIN_SECRET} characters`)
  }
  const path = sqliteFileOf(database)
  const file = `${path}.key`
  if (path === undefined || !existsSync(file)) return undefined
  const kept = readFileSync(file, 'utf8').trim()
  if (kept.length >= MIN_SECRET) return Buffer.from(kept)
  throw new AppError('unavailable', `The key file ${file} is empty or incomplete. Restore it from your backup`)
}

/** Creates a key file, which is on disk before anything is encrypted with it. */
function makeKeyFile(file: string): Buffer {
  const fresh = randomBytes(32).toString('base64url')
  try {
    writeFileSync(file, `${fresh}\n`, { mode: 0o600, flag: 'wx', flush: true })
    syncFolder(dirname(file))
  } catch (error) {
    // An empty file would count as a lost key. An existing file belongs to another process.
    if (codeOf(error) !== 'EEXIST') rmSync(file, { force: true })
    throw unusableFile(`Cannot write ${file}`, error)
  }
  return Buffer.from(fresh)
}

/** Flushes the names in a folder, which Windows does not support. */
function syncFolder(folder: string): void {
  if (platform() === 'win32') return
  const opened = openSync(folder, 'r')
  fsyncSync(opened)
  closeSync(opened)
}
