import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { AppError } from '@handrail/core'
import { copyContents, inspectDatabase, isBucketUrl, lockSqlite, verifyInstanceSecret } from '@handrail/core/internal'
import { command } from '../../command.ts'
import { Failure } from '../../failure.ts'
import { prepareFolder, requireSqlite } from '../../instance.ts'
import { COMPANIONS, keyFileOf, requireSound, writePrivately } from './files.ts'
import { copyUploads, moveFolder, uploadsOf } from './uploads.ts'

export const restore = command({
  name: 'restore',
  summary: 'Replace the database with a backup, keeping the old one under another name; the server must be stopped',
  argument: {
    name: 'file',
    says: 'backup file; its key is expected next to it as <file>.key, and its uploads as <file>.files',
  },
  settings: ['data', 'files', 'filesUrl'],
  examples: ['handrail restore /backups/handrail-2026-11-20.db'],
  async run({ config, argument: file, say }) {
    const database = requireSqlite(config, 'pg_restore')
    if (!existsSync(file)) throw new Failure(`There is no file ${file}`)
    const hasKey = existsSync(keyFileOf(file))
    if (!hasKey && config.secret === undefined)
      throw new Failure(
        `${keyFileOf(file)} is missing, and stored secrets cannot be read without it. Put it there, or set HANDRAIL_SECRET`,
      )
    prepareFolder(config.data)
    const unlock = lock(database)
    const staged = `${database}.restoring`
    try {
      for (const name of [staged, keyFileOf(staged)]) rmSync(name, { force: true })
      await writePrivately(staged, async (partial) => copyFileSync(file, partial))
      await requireSound(staged)
      await requireRightKey(file, staged, config.secret)
      if (hasKey) await writePrivately(keyFileOf(staged), async (partial) => copyFileSync(keyFileOf(file), partial))
      rmSync(uploadsOf(staged), { recursive: true, force: true })
      const uploads = await stage(uploadsOf(file), uploadsOf(staged), config.files)
      const aside = moveAside(database, config.files)
      if (aside !== undefined) say(`The old database is kept as ${aside}`)
      if (hasKey) renameSync(keyFileOf(staged), keyFileOf(database))
      if (uploads > 0) moveFolder(uploadsOf(staged), config.files)
      renameSync(staged, database)
      say(`Restored ${file}. Start the server again`)
    } finally {
      for (const name of [staged, keyFileOf(staged), ...COMPANIONS.map((ending) => staged + ending)])
        rmSync(name, { force: true })
      rmSync(uploadsOf(staged), { recursive: true, force: true })
      unlock()
    }
  },
})

/** Before anything is set aside: with another key, nothing that is sealed in the backup could be read. */
async function requireRightKey(file: string, staged: string, secret: string | undefined): Promise<void> {
  const inspection = await inspectDatabase(staged)
  // Of the key file too, where a secret is given: it is put in place with the database.
  for (const given of existsSync(keyFileOf(file)) ? [secret, undefined] : [secret])
    if (verifyInstanceSecret({ database: file, secret: given }, inspection) === false)
      throw new Failure(
        `${given === undefined ? keyFileOf(file) : 'HANDRAIL_SECRET'} does not match ${file}. Nothing was changed: provide the right key, and restore again`,
      )
}

/**
 * Has what people uploaded ready: in a folder beside the database, or in the bucket, where nothing else is touched.
 * @returns how many are to be moved with the database
 */
async function stage(from: string, to: string, files: string): Promise<number> {
  if (!isBucketUrl(files)) return copyUploads(from, to)
  await copyContents({ from, to: files })
  return 0
}

function lock(database: string): () => void {
  try {
    return lockSqlite(database)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new Failure(`A server is using ${database}. Stop it, restore, and start it again`)
  }
}

/** @returns the new name, or undefined when there was nothing */
function moveAside(database: string, uploads: string): string | undefined {
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  const aside = `${database.replace(/\.db$/, '')}.before-restore-${time}.db`
  if (existsSync(aside)) throw new Failure(`${aside} already exists. Try again in a second`)
  // The database last: until then, a restore that is interrupted can be run again.
  const present = ['.key', ...COMPANIONS, ''].filter((ending) => existsSync(database + ending))
  if (existsSync(uploads)) moveFolder(uploads, uploadsOf(aside))
  for (const ending of present) renameSync(database + ending, aside + ending)
  return present.includes('') ? aside : undefined
}
