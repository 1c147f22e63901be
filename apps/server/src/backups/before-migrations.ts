import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { isBucketUrl } from '@handrail/core/internal'
import type { Config } from '../configuration/config.ts'
import { Failure } from '../failure.ts'
import { explained, makeBackup } from './make.ts'
import { isPlace, openPlace } from './place.ts'
import { requirePrograms } from './postgres-programs.ts'

/** Of the copies in the data folder: that of the last upgrade, and the one before. */
const KEPT = 2

/**
 * Makes a backup before migrations: in the configured place, where a failure prevents them, or of SQLite beside the database,
 * where uploads are linked. Without a place, PostgreSQL is migrated without one.
 * @throws Failure that names the migrations
 */
export async function backUpBefore(config: Config, pending: readonly string[]): Promise<void> {
  const migrations = `${pending.length} ${pending.length === 1 ? 'migration' : 'migrations'}`
  const { backupTo: to, databaseUrl } = config
  if (to !== undefined) {
    tell(`The database needs ${migrations}. Backing it up to ${to} first`)
    return backUp(config, to, config.backupKeep).catch((error) => {
      throw new Failure(
        `The database needs ${migrations}, and was not migrated, because the backup before it failed. ${error.message}. To migrate without a backup, unset HANDRAIL_BACKUP_TO`,
      )
    })
  }
  if (databaseUrl !== undefined)
    return tell(`The database needs ${migrations}, applied without a backup, because HANDRAIL_BACKUP_TO is not set`)
  const folder = join(config.data, 'backups')
  tell(`The database needs ${migrations}. Copying it to ${folder} first`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    await backUp(config, folder, KEPT, true)
  } catch (error) {
    tell(`It is migrated without a copy. ${explained(error, folder).message}`)
  }
}

async function backUp(config: Config, to: string, keep: number, linked = false): Promise<void> {
  if (config.databaseUrl !== undefined) await requirePrograms(['pg_dump', 'pg_restore'], config)
  requirePlace(to)
  const place = await openPlace(to, config, linked)
  try {
    await makeBackup(config, { place, keep, say: () => undefined })
  } finally {
    place.close()
  }
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
