import { isBucketUrl, openAsItIs, requirePostgres } from '@handrail/core/internal'
import { makeBackup } from '../../backups/make.ts'
import { isPlace, openPlace, splitAddress } from '../../backups/place.ts'
import { requirePrograms } from '../../backups/postgres-programs.ts'
import { backUpRegularly } from '../../backups/schedule.ts'
import { BACKUP_KEY_SETTINGS, command, DATA_SETTINGS } from '../../command.ts'
import type { Config } from '../../configuration/config.ts'
import { readInterval, readKeep } from '../../configuration/interval.ts'
import { requireDatabase } from '../../data-folder.ts'
import { Failure } from '../../failure.ts'
import { stopSignal } from '../serve/stop.ts'

export const backup = command<{ keep?: string; every?: string }>({
  name: 'backup',
  summary: 'Write a consistent copy of the database, its key and the uploads, while the server runs',
  argument: {
    name: 'file',
    says: 'file to write; or a folder, or a bucket such as s3://bucket/prefix?region=eu-central-1, in which the file is named by date. The key is written next to it as <file>.key and the uploads as <file>.files, and a restore needs all of them',
  },
  options: {
    '--keep <number>':
      'in a folder or bucket: keep so many backups, this one included, and remove older ones once it is complete',
    '--every <time>':
      'in a folder or bucket: go on, and make one so often, such as 24h; the first at once if it is due',
  },
  settings: [...DATA_SETTINGS, ...BACKUP_KEY_SETTINGS, 'pgBin'],
  withoutSecret: true,
  examples: [
    'handrail backup /backups/handrail-2026-11-20.db',
    'handrail backup /backups --keep 14 --data /var/lib/handrail',
    'handrail backup "s3://backups/handrail?region=eu-central-1" --keep 14 --every 24h',
  ],
  async run({ config, argument: to, options, say }) {
    if (config.databaseUrl !== undefined) await requirePrograms(['pg_dump', 'pg_restore'], config)
    if (config.databaseUrl !== undefined) await requirePostgres(config.databaseUrl)
    const keep = options.keep === undefined ? undefined : readKeep(options.keep)
    const every = options.every === undefined ? undefined : readInterval(options.every)
    for (const [flag, given] of Object.entries({ '--keep': keep, '--every': every }))
      if (given !== undefined && !isPlace(to))
        throw new Failure(`${flag} needs a folder that exists, in which backups are named by date: ${to} is none`)
    const attempt = () => backUp(config, { to, keep, say })
    if (every === undefined) return attempt()
    const stopped = stopSignal()
    requireDatabase(config)
    const database = await openAsItIs(config.database)
    const schedule = await backUpRegularly({ config, database, to, every, attempt, onError: tell })
    await stopped
    await schedule.stop()
    await database.close()
  },
})

/** Makes one backup in a place, or as the file of that name. */
async function backUp(
  config: Config,
  { to, keep, say }: { to: string; keep?: number | undefined; say(line: string): void },
) {
  const target = isPlace(to) ? { place: to, name: undefined } : splitAddress(to)
  if (isBucketUrl(to) && !isPlace(to))
    throw new Failure('Name the bucket and the prefix: backups in it are named by date')
  const place = await openPlace(target.place, config)
  try {
    await makeBackup(config, { place, name: target.name, keep, say })
  } finally {
    place.close()
  }
}

function tell(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
}
