import { existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { AppError } from '@handrail/core'
import { backupAttempts, isBucketUrl, lastChange, openAsItIs } from '@handrail/core/internal'
import { COMPANIONS } from '../commands/database/files.ts'
import type { Config } from '../configuration/config.ts'
import { makeFolder } from '../data-folder.ts'
import { Failure } from '../failure.ts'
import { explained, makeBackup } from './make.ts'
import { BESIDE } from './names.ts'
import { type BackupPlace, isPlace, openPlace } from './place.ts'
import { requirePrograms } from './postgres-programs.ts'

/** Of the copies in the data folder: that of the last upgrade, and the one before. */
const KEPT = 2

const WITHOUT = 'HANDRAIL_UPGRADE_WITHOUT_BACKUP=true'

/**
 * Makes a backup before migrations: in the configured place, or in the data folder, where uploads are linked. Without one nothing is
 * migrated, unless the operator says so. What was backed up already, and has not changed since, is not backed up again.
 * @throws AppError that names the migrations, and the ways on
 */
export async function backUpBefore(config: Config, pending: readonly string[]): Promise<void> {
  const needs = `The database needs ${pending.length} ${pending.length === 1 ? 'migration' : 'migrations'}`
  if (config.upgradeWithoutBackup) return tell(`${needs}, applied without a backup, because of ${WITHOUT}`)
  const { backupTo: to = join(config.data, 'backups'), backupTo } = config
  try {
    if (backupTo === undefined) makeFolder(resolve(to))
    else requirePlace(to)
    await backUp(config, to, needs)
  } catch (error) {
    const { message } = explained(error, to)
    const ways =
      backupTo === undefined
        ? `name a folder or bucket for backups in HANDRAIL_BACKUP_TO, or set ${WITHOUT} to migrate without a copy`
        : `or set ${WITHOUT} to migrate without a backup`
    // As its own sentence: whoever opens the database explains other errors.
    throw new AppError(
      'unavailable',
      `${needs}, and was not migrated, because the backup before it failed. ${message}; ${ways}`,
    )
  }
}

async function backUp(config: Config, to: string, needs: string): Promise<void> {
  const isOwn = config.backupTo !== undefined
  if (config.databaseUrl !== undefined) await requirePrograms(['pg_dump', 'pg_restore'], config)
  const place = await openPlace(to, config, !isOwn)
  try {
    const present = await unchangedBackup(config, place)
    if (present !== undefined) return tell(`${needs}. It is as it was backed up in ${place.addressOf(present)}`)
    await requireSpace(config, to)
    tell(`${needs}. ${isOwn ? `Backing it up to ${to} first` : `Copying it to ${to} first`}`)
    await makeBackup(config, { place, keep: isOwn ? config.backupKeep : KEPT, say: () => undefined })
  } finally {
    place.close()
  }
}

/** The last backup in a place, if it is there and nothing was written since: an upgrade that is tried again needs no other. */
async function unchangedBackup({ database }: Config, place: BackupPlace): Promise<string | undefined> {
  const store = await openAsItIs(database)
  try {
    const [last] = await store.read((reader) => backupAttempts(reader, BEGINNING, 1))
    if (last === undefined || last.failure !== undefined || last.to !== place.shown) return undefined
    if ((await store.read(lastChange)) >= last.at) return undefined
    const names = new Set((await place.entries()).map(({ name }) => name))
    return names.has(last.file) && names.has(last.file + BESIDE.checksum) ? last.file : undefined
  } catch {
    // A database of a release that kept other records, or a place that cannot be read: the backup says what is wrong.
    return undefined
  } finally {
    await store.close()
  }
}

const BEGINNING = '1970-01-01T00:00:00.000Z'

/** Before anything is written, so that a nearly full disk is not filled. @throws Failure */
async function requireSpace({ database, databaseUrl }: Config, to: string): Promise<void> {
  // How large an archive will be, nobody knows beforehand.
  if (databaseUrl !== undefined || isBucketUrl(to)) return
  const needed = ['', ...COMPANIONS]
    .map((ending) => database + ending)
    .reduce((sum, file) => sum + (existsSync(file) ? statSync(file).size : 0), 0)
  const { bavail, bsize } = await statfs(to)
  const free = bavail * bsize
  if (free >= needed) return
  throw new Failure(
    `The disk of ${to} is too full: the copy needs ${mebibytes(needed)}, and ${mebibytes(free)} are free. Free space on it`,
  )
}

function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`
}

/** @throws Failure unless it is a folder that exists, or a bucket */
export function requirePlace(to: string): void {
  if (isPlace(to)) return
  throw new Failure(
    isBucketUrl(to)
      ? 'HANDRAIL_BACKUP_TO must name a bucket and a prefix, not a backup'
      : `The folder for backups ${to} is missing. Make it, or mount its disk`,
  )
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`)
}
