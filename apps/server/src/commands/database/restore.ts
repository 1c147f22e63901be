import { closeSync, existsSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '@handrail/core'
import {
  copyContents,
  type Inspection,
  inspectDatabase,
  isBucketUrl,
  lockSqlite,
  verifyInstanceSecret,
} from '@handrail/core/internal'
import { checksumOf, explained } from '../../backups/make.ts'
import { BESIDE, completeBackups } from '../../backups/names.ts'
import { type BackupPlace, isPlace, openPlace, splitAddress } from '../../backups/place.ts'
import { requirePrograms } from '../../backups/postgres-programs.ts'
import { restorePostgres } from '../../backups/restore-postgres.ts'
import { command, DATA_SETTINGS, SECRET_SETTINGS } from '../../command.ts'
import type { Config } from '../../configuration/config.ts'
import { prepareFolder } from '../../data-folder.ts'
import { Failure } from '../../failure.ts'
import { COMPANIONS, keyFileOf, makePrivate, requireSound, sync } from './files.ts'
import { asRestoreFailure, createMoves, type Moves } from './moves.ts'
import { moveUploadsAside, moveUploadsIn, returnUploads, stagedUploads } from './replace-uploads.ts'
import { type FoundKey, findBackupKey } from './restored-key.ts'
import { copyUploads } from './uploads.ts'

/** A backup that was found. */
interface Found {
  place: BackupPlace
  name: string
  /** What is in the place. */
  entries: readonly string[]
  config: Config
  /** A key file that was named. */
  given: string | undefined
  say(line: string): void
}

interface Ready {
  staged: string
  key: FoundKey | undefined
}

export const restore = command<{ key?: string }>({
  name: 'restore',
  summary: 'Replace the database with a backup, keeping the old one under another name; the server must be stopped',
  argument: {
    name: 'file',
    says: 'backup file, in a folder or a bucket; its key is expected next to it as <file>.key or, encrypted, <file>.key.enc, and its uploads as <file>.files',
  },
  options: { '--key <file>': 'key file of the backup, where it was kept apart' },
  settings: [...DATA_SETTINGS, ...SECRET_SETTINGS, 'backupPassphrase', 'pgBin'],
  withoutSecret: true,
  examples: [
    'handrail restore /backups/handrail-2026-11-20.db',
    'handrail restore "s3://backups/handrail/handrail-2026-11-20T031500Z.db?region=eu-central-1"',
  ],
  async run({ config, argument: file, options: { key: given }, say }) {
    if (config.databaseUrl !== undefined) await requirePrograms(['pg_restore', 'psql'], config)
    const at = isPlace(file) ? { place: file, name: '' } : splitAddress(file)
    const place = await openPlace(at.place, config)
    try {
      const entries = (await entriesOf(place)).map((entry) => entry.replace(/\/$/, ''))
      if (at.name === '') throw new Failure(chooseOne(place, completeBackups(entries)))
      if (!entries.includes(at.name)) throw new Failure(`There is no file ${file}`)
      const found = { place, name: at.name, entries, config, given, say }
      await (config.databaseUrl === undefined ? restoreSqlite(found) : restoreArchive(found))
      say(`Restored ${file}. Start the server again`)
    } catch (error) {
      throw asRestoreFailure(error)
    } finally {
      place.close()
    }
  },
})

async function entriesOf(place: BackupPlace): Promise<string[]> {
  try {
    return (await place.entries()).map(({ name }) => name)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw explained(error, place.shown)
  }
}

function chooseOne({ shown, addressOf }: BackupPlace, backups: readonly string[]): string {
  if (backups.length === 0) return `There is no backup in ${shown}`
  return `Name one of the backups in ${shown}:\n${backups.map((name) => `  ${addressOf(name)}`).join('\n')}`
}

/** Whether a backup is an archive of pg_dump. In a bucket, its name says so. */
function isArchive(address: string): boolean {
  if (isBucketUrl(address)) return splitAddress(address).name.endsWith('.dump')
  const file = openSync(address, 'r')
  const head = Buffer.alloc(5)
  readSync(file, head)
  closeSync(file)
  return head.toString() === 'PGDMP'
}

/** Compares a copy of a backup with the checksum of the original, if it has one. */
async function requireUnchanged({ place, name, entries, config }: Found, copy: string): Promise<void> {
  if (!entries.includes(name + BESIDE.checksum)) return
  prepareFolder(config.data)
  const file = join(config.data, `${name}${BESIDE.checksum}.restoring`)
  try {
    await place.fetch(name + BESIDE.checksum, file)
    if (readFileSync(file, 'utf8').slice(0, 64) === (await checksumOf(copy))) return
  } finally {
    rmSync(file, { force: true })
  }
  throw new Failure(`${place.addressOf(name)} is damaged: it differs from its checksum. Restore another backup`)
}

async function restoreArchive(found: Found): Promise<void> {
  const { place, name, config, say } = found
  const named = place.addressOf(name)
  if (!isArchive(named))
    throw new Failure(`${named} is no backup of PostgreSQL, in which the data is: unset DATABASE_URL for one of SQLite`)
  const archive = isBucketUrl(named) ? place.stage(name) : named
  if (archive !== named) await fetched(place, name, archive)
  await requireUnchanged(found, archive)
  await restorePostgres(config, { archive, uploads: place.addressOf(name + BESIDE.uploads), named, say })
}

async function fetched(place: BackupPlace, name: string, to: string): Promise<void> {
  await place.fetch(name, to).catch((error) => {
    const failure = asRestoreFailure(error)
    throw failure instanceof Failure ? failure : explained(error, to)
  })
}

async function restoreSqlite(found: Found): Promise<void> {
  const { place, name, entries, config } = found
  const { database, files } = config
  if (isArchive(place.addressOf(name)))
    throw new Failure(`${place.addressOf(name)} is a backup of PostgreSQL: set DATABASE_URL, and HANDRAIL_SECRET`)
  const key = await findBackupKey({ place, name, entries, config, given: found.given })
  prepareFolder(config.data)
  const unlock = lock(database)
  const staged = `${database}.restoring`
  const stagedFiles = isBucketUrl(files) ? undefined : stagedUploads(files)
  const remove = () => {
    for (const left of [staged, keyFileOf(staged), ...COMPANIONS.map((ending) => staged + ending)])
      rmSync(left, { force: true })
    if (stagedFiles !== undefined) rmSync(stagedFiles, { recursive: true, force: true })
  }
  try {
    if (existsSync(staged) && existsSync(database) && !isBucketUrl(files)) returnUploads(database, files)
    remove()
    makePrivate(staged)
    await fetched(place, name, staged)
    await requireUnchanged(found, staged)
    await requireSound(staged)
    if (key) writeFileSync(keyFileOf(staged), key.text, { mode: 0o600, flag: 'wx' })
    await requireRightKey(found, staged, key)
    await stage(place.addressOf(name + BESIDE.uploads), stagedFiles, files)
    for (const ready of key ? [staged, keyFileOf(staged)] : [staged]) sync(ready)
    exchange(found, { staged, key })
  } finally {
    remove()
    unlock()
  }
}

/** Puts what is ready in place, all or nothing, and keeps what was there under another name. */
function exchange({ config: { database, files }, say }: Found, { staged, key }: Ready): void {
  const moves = createMoves()
  try {
    const lines = moveAside(moves, database, { files, key: key ? keyFileOf(staged) : undefined })
    if (key && existsSync(keyFileOf(database))) rmSync(keyFileOf(staged))
    else if (key) moves.move(keyFileOf(staged), keyFileOf(database))
    if (!isBucketUrl(files)) moveUploadsIn(moves, files)
    moves.move(staged, database)
    for (const line of lines) say(line)
  } catch (error) {
    moves.undo()
    throw error
  }
}

/** Before anything is set aside: with another key, nothing that is sealed in the backup could be read. */
async function requireRightKey({ place, name, config }: Found, staged: string, key: FoundKey | undefined) {
  const inspection = await inspectDatabase(staged)
  const { secret: given, previousSecret } = config
  // Of the key file too, where a secret is given: it is put in place with the database.
  for (const secret of key ? [given, undefined] : [given]) {
    const from = secret === undefined ? key?.from : 'HANDRAIL_SECRET'
    if (!matches({ database: staged, secret, previousSecret }, inspection, from))
      throw new Failure(
        `${from} does not match ${place.addressOf(name)}. Nothing was changed: provide the right key, and restore again`,
      )
  }
}

function matches(
  options: Parameters<typeof verifyInstanceSecret>[0],
  inspection: Inspection,
  from: string | undefined,
): boolean {
  try {
    return verifyInstanceSecret(options, inspection) !== false
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new Failure(`The key file ${from} is empty or incomplete. Nothing was changed: provide the right key`)
  }
}

/** Has what people uploaded ready: in a folder, from which it is moved with the database, or in the bucket, where nothing else is touched. */
async function stage(from: string, to: string | undefined, files: string): Promise<void> {
  if (to === undefined) await copyContents({ from, to: files })
  else if (isBucketUrl(from)) await copyContents({ from, to })
  else copyUploads(from, to)
}

function lock(database: string): () => void {
  try {
    return lockSqlite(database)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new Failure(`A server is using ${database}. Stop it, restore, and start it again`)
  }
}

/** @param key of the backup @returns what to tell about what is kept */
function moveAside(
  moves: Moves,
  database: string,
  { files, key }: { files: string; key: string | undefined },
): string[] {
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  const aside = `${database.replace(/\.db$/, '')}.before-restore-${time}.db`
  if (existsSync(aside)) throw new Failure(`${aside} already exists. Try again in a second`)
  const uploads = isBucketUrl(files) ? undefined : moveUploadsAside(moves, files, aside, time)
  if (existsSync(keyFileOf(database))) {
    // Where it is the same one it stays: it can be a mount of its own.
    const isSame = key !== undefined && readFileSync(key).equals(readFileSync(keyFileOf(database)))
    moves[isSame ? 'copy' : 'move'](keyFileOf(database), keyFileOf(aside))
  }
  // The database last: until then, a restore that is interrupted can be run again.
  const isPresent = existsSync(database)
  for (const ending of [...COMPANIONS, ''])
    if (existsSync(database + ending)) moves.move(database + ending, aside + ending)
  return [
    ...(isPresent ? [`The old database is kept as ${aside}`] : []),
    ...(uploads !== undefined ? [`The old uploads are kept in ${uploads}`] : []),
  ]
}
