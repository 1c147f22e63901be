import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, backupSqlite } from '@handrail/core'
import { isBucketUrl, openAsItIs, recordBackup } from '@handrail/core/internal'
import { keyFileOf, requireSound } from '../commands/database/files.ts'
import type { Config } from '../configuration/config.ts'
import { requireDatabase } from '../data-folder.ts'
import { Failure } from '../failure.ts'
import { encryptKeyFile } from './key-passphrase.ts'
import { BESIDE, nameAt, surplus } from './names.ts'
import { type BackupPlace, discard } from './place.ts'
import { dumpPostgres, fullDisk } from './postgres-programs.ts'

interface Making {
  place: BackupPlace
  /** Named by date without one. */
  name?: string | undefined
  /** How many backups of a place to keep; all by default. */
  keep?: number | undefined
  say(line: string): void
}

/**
 * Makes a backup, verifies it, and records it, or that it failed. It gets its name when everything beside it is complete.
 * @throws Failure with a sentence that says what to do
 */
export async function makeBackup(config: Config, making: Making): Promise<void> {
  const { place, say } = making
  const engine = config.databaseUrl === undefined ? 'sqlite' : 'postgres'
  let name = making.name ?? nameAt(engine, new Date())
  // Recording a failure would create one.
  requireDatabase(config)
  try {
    const entries = (await place.entries()).map((entry) => entry.name.replace(/\/$/, ''))
    name = making.name ?? nameAt(engine, new Date(), entries)
    await write(config, { ...making, name, entries })
  } catch (error) {
    const failure = explained(error, place.addressOf(name))
    // A person at a terminal reads it there.
    if (!process.stderr.isTTY)
      await note(config, { file: '', to: place.shown, failure: failure.message }).catch(() => undefined)
    throw failure
  }
  await note(config, { file: name, to: place.shown, failure: undefined }).catch((error) =>
    say(`The console will not list this backup, because it could not be recorded in the database: ${reasonOf(error)}`),
  )
}

async function write(
  config: Config,
  { place, name, entries, keep, say }: Making & { name: string; entries: readonly string[] },
): Promise<void> {
  for (const target of ['', ...Object.values(BESIDE)].map((ending) => name + ending))
    if (entries.includes(target))
      throw new Failure(
        `${place.addressOf(target)} already exists, and a backup never overwrites a file. Choose another file, or a folder, in which the file is named by date`,
      )
  const staged = place.stage(name)
  // Before and after: while the key is changed, what is copied may be encrypted with the one that is there no more.
  const keys = keysIn(config)
  const said: string[] = []
  try {
    if (config.databaseUrl === undefined) {
      await backupSqlite(config.database, staged)
      await requireSound(staged)
    } else await dumpPostgres(config, staged)
    // After the database, so that every upload in it is copied.
    said.push(
      ...(await putUploads(config, place, name)),
      ...(await putKey(config, { place, name, staged, keys: [...keys, ...keysIn(config)] })),
    )
    await putChecksum(place, name, staged)
    await place.commit(name, staged)
  } catch (error) {
    // A full disk would stay full.
    for (const ending of [BESIDE.key, BESIDE.encryptedKey, BESIDE.checksum, `${BESIDE.uploads}/`])
      await place.remove(name + ending).catch(() => undefined)
    throw error
  } finally {
    discard(staged)
  }
  for (const line of [`Wrote ${place.addressOf(name)}`, ...said]) say(line)
  if (keep === undefined) return
  for (const entry of surplus(
    (await place.entries()).map((one) => one.name),
    keep,
    name,
  )) {
    await place.remove(entry)
    if (/\.(db|dump)$/.test(entry)) say(`Removed ${place.addressOf(entry)}`)
  }
}

async function putUploads({ files }: Config, place: BackupPlace, name: string): Promise<string[]> {
  if (isBucketUrl(files)) return [`The uploads stay in ${files}: turn on versioning or backups there`]
  const uploads = name + BESIDE.uploads
  const copied = await place.putUploads(uploads, files)
  return copied > 0 ? [`Wrote ${place.addressOf(uploads)} with ${copied} uploaded files`] : []
}

/** The keys in the file beside the database: none if the key is a setting. */
function keysIn({ database, databaseUrl }: Config): string[] {
  const file = keyFileOf(database)
  if (databaseUrl !== undefined || !existsSync(file)) return []
  return readFileSync(file, 'utf8').trim().split('\n')
}

interface PuttingKey extends Pick<Making, 'place'> {
  name: string
  staged: string
  keys: readonly string[]
}

/** Puts the key beside the backup, as the settings say. @returns what to tell about it */
async function putKey(config: Config, { place, name, staged, keys }: PuttingKey): Promise<string[]> {
  const { backupKey, backupPassphrase } = config
  if (keys.length === 0) return ['The key is not in a file: keep HANDRAIL_SECRET, which a restore needs']
  if (backupKey === 'apart')
    return [
      `The key is not in this backup: keep a copy of ${keyFileOf(config.database)} elsewhere, because a restore needs it`,
    ]
  const text = [...new Set(keys)].map((key) => `${key}\n`).join('')
  if (backupPassphrase !== undefined) {
    await putText(place, name + BESIDE.encryptedKey, `${staged}.key`, await encryptKeyFile(text, backupPassphrase))
    return [
      `Wrote ${place.addressOf(name + BESIDE.encryptedKey)}, the key encrypted with the passphrase: a restore needs both. Keep the passphrase elsewhere`,
    ]
  }
  await putText(place, name + BESIDE.key, `${staged}.key`, text)
  return [
    `Wrote ${place.addressOf(name + BESIDE.key)}: keep both, because a restore needs them. Anyone who has both can read the stored secrets; HANDRAIL_BACKUP_PASSPHRASE encrypts the key, and HANDRAIL_BACKUP_KEY=apart leaves it out`,
  ]
}

/** @param file a local one, for the time being */
async function putText(place: BackupPlace, name: string, file: string, text: string): Promise<void> {
  try {
    writeFileSync(file, text, { mode: 0o600 })
    await place.put(name, file)
  } finally {
    rmSync(file, { force: true })
  }
}

/** Beside the backup, in the form of sha256sum. */
async function putChecksum(place: BackupPlace, name: string, staged: string): Promise<void> {
  await putText(place, name + BESIDE.checksum, `${staged}.sha256`, `${await checksumOf(staged)}  ${name}\n`)
}

/** The SHA-256 of a file, in hexadecimal. */
export async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

/** Tries again: an SQLite database under load can be locked for a while. */
async function note({ database }: Config, attempt: Parameters<typeof recordBackup>[1]): Promise<void> {
  const store = await openAsItIs(database)
  try {
    for (let tries = 1; ; tries++)
      try {
        return await recordBackup(store, attempt)
      } catch (error) {
        if (tries === ATTEMPTS) throw error
        await sleep(PAUSE_MS)
      }
  } finally {
    await store.close()
  }
}

const ATTEMPTS = 5
const PAUSE_MS = 500

/** A sentence that says what to do. */
export function explained(error: unknown, target: string): Failure {
  if (error instanceof Failure) return error
  // A bucket tells callers little, and the operator why.
  if (error instanceof AppError) return new Failure(error.cause instanceof Error ? error.cause.message : error.message)
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'SQLITE_FULL') return new Failure(fullDisk(target))
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
    return new Failure(`Cannot write ${target}: this user may not. Make its folder writable, or choose another one`)
  return new Failure(`Cannot write ${target}: ${reasonOf(error)}`)
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
