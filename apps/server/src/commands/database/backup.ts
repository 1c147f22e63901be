import { copyFileSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { backupSqlite } from '@handrail/core'
import { isBucketUrl, recordBackup } from '@handrail/core/internal'
import { command } from '../../command.ts'
import { Failure } from '../../failure.ts'
import { requireDatabase, requireSqlite } from '../../instance.ts'
import { keyFileOf, requireSound, writePrivately } from './files.ts'
import { readKeep, removeOlder } from './keep.ts'
import { copyUploads, uploadsOf } from './uploads.ts'

export const backup = command<{ keep?: string }>({
  name: 'backup',
  summary: 'Write a consistent copy of the database, its key and the uploads, while the server runs',
  argument: {
    name: 'file',
    says: 'file to write, or a folder, in which the file is named by date; the key is written next to it as <file>.key and the uploads as <file>.files, and a restore needs all of them',
  },
  options: {
    '--keep <number>':
      'in a folder: keep so many backups, this one included, and remove older ones once it is complete',
  },
  settings: ['data', 'files', 'filesUrl'],
  examples: [
    'handrail backup /backups/handrail-2026-11-20.db',
    'handrail backup /backups --keep 14 --data /var/lib/handrail',
  ],
  async run({ config, argument, options, say }) {
    const file = fileAt(argument)
    const keep = options.keep === undefined ? undefined : readKeep(options.keep)
    if (keep !== undefined && file === argument)
      throw new Failure(`--keep needs a folder that exists, in which backups are named by date: ${argument} is none`)
    const database = requireSqlite(config, 'pg_dump')
    requireDatabase(config)
    for (const target of [file, keyFileOf(file), uploadsOf(file)])
      if (existsSync(target))
        throw new Failure(
          `${target} already exists, and a backup never overwrites a file. Choose another file, or a folder, in which the file is named by date`,
        )
    await writePrivately(file, async (partial) => {
      await backupSqlite(database, partial)
      await requireSound(partial)
    })
    say(`Wrote ${file}`)
    note(database, file, say)
    // After the database, so that every upload in it is copied.
    if (isBucketUrl(config.files)) say(`The uploads stay in ${config.files}: turn on versioning or backups there`)
    const uploads = isBucketUrl(config.files) ? 0 : copyUploads(config.files, uploadsOf(file))
    if (uploads > 0) say(`Wrote ${uploadsOf(file)} with ${uploads} uploaded files`)
    await copyKey(database, file, say)
    if (keep === undefined) return
    for (const name of removeOlder(argument, keep)) say(`Removed ${join(argument, name)}`)
  },
})

async function copyKey(database: string, file: string, say: (line: string) => void): Promise<void> {
  if (!existsSync(keyFileOf(database)))
    return say('The key is not in a file: keep HANDRAIL_SECRET, which a restore needs')
  await writePrivately(keyFileOf(file), async (partial) => copyFileSync(keyFileOf(database), partial))
  say(
    `Wrote ${keyFileOf(file)}: keep both, because a restore needs them. Anyone who has both can read the stored secrets`,
  )
}

/** In a folder, a name that sorts by time: `handrail-2026-11-20T031500Z.db`. */
function fileAt(target: string): string {
  if (!statSync(target, { throwIfNoEntry: false })?.isDirectory()) return target
  return join(target, `handrail-${new Date().toISOString().replace(/:|\.\d+/g, '')}.db`)
}

/** Records the backup for the console. A failure does not fail the backup. */
function note(database: string, file: string, say: (line: string) => void): void {
  try {
    recordBackup(database, file)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    say(`The console will not list this backup, because it could not be recorded in the database: ${why}`)
  }
}
