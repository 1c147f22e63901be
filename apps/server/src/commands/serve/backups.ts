import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Handrail } from '@handrail/core'
import { isBucketUrl } from '@handrail/core/internal'
import type { Logger } from 'pino'
import { requirePlace } from '../../backups/before-migrations.ts'
import { requirePrograms } from '../../backups/postgres-programs.ts'
import { backUpRegularly, type Schedule } from '../../backups/schedule.ts'
import { type Config, environmentWith, ownProgram } from '../../configuration/config.ts'
import { millisecondsOf } from '../../configuration/interval.ts'

/** Makes backups as the settings say, each in a process of its own: the copy of an SQLite database takes all of it at once. */
export async function scheduleBackups(config: Config, { database }: Handrail, logger: Logger): Promise<Schedule> {
  const { backupTo: to } = config
  if (to === undefined) return { stop: async () => undefined }
  const stopping = new AbortController()
  const onError = (error: unknown) => {
    if (!stopping.signal.aborted) logger.error({ err: error }, 'the backup failed')
  }
  const attempt = () =>
    runBackup(config, to, stopping.signal).then((reason) => logger.info({ reason }, 'a backup was made'))
  const schedule = await backUpRegularly({
    config,
    database,
    to,
    every: millisecondsOf(config.backupEvery),
    attempt,
    onError,
  })
  return {
    async stop() {
      stopping.abort()
      await schedule.stop()
    },
  }
}

/** Reports at the start what would fail each time. @throws Failure */
export async function requireBackups(config: Config): Promise<void> {
  if (config.backupTo === undefined) return
  requirePlace(config.backupTo)
  if (config.databaseUrl !== undefined) await requirePrograms(['pg_dump', 'pg_restore'], config)
}

/** @returns what the command printed. @throws Error with its sentence */
async function runBackup(config: Config, to: string, signal: AbortSignal): Promise<string> {
  const args = [...ownProgram(), 'backup', to, '--keep', String(config.backupKeep)]
  const child = spawn(process.execPath, args, { env: environmentOf(config), stdio: ['ignore', 'pipe', 'pipe'], signal })
  let [said, failed] = ['', '']
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  child.stderr.on('data', (chunk) => {
    failed = (failed + chunk).slice(-4000)
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(failed.trim() || `The backup ended with code ${code}`)
  return said.trim()
}

/** The settings of the command, wherever the service has them from. */
function environmentOf({ data, databaseUrl = '', files, pgBin = '', backupKey }: Config): NodeJS.ProcessEnv {
  const [FILES_URL, HANDRAIL_FILES] = isBucketUrl(files) ? [files, ''] : ['', files]
  const database = { HANDRAIL_DATA: data, DATABASE_URL: databaseUrl, HANDRAIL_PG_BIN: pgBin }
  return environmentWith({ FILES_URL, HANDRAIL_FILES, HANDRAIL_BACKUP_KEY: backupKey, ...database })
}
