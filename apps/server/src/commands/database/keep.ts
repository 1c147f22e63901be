import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../../failure.ts'
import { keyFileOf } from './files.ts'
import { uploadsOf } from './uploads.ts'

/** The names that `backup` gives in a folder; they sort by time. */
const NAME = /^handrail-\d{4}-\d\d-\d\dT\d{6}Z\.db$/

/** The number of backups to keep. @throws Failure unless it is a whole number from 1 on */
export function readKeep(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new Failure('--keep must be a whole number from 1 on, such as 14')
  return Number(text)
}

/**
 * Removes all but the newest backups of a folder, with their keys and uploads. Other files stay, those with names of their own too.
 * @returns the files of the removed backups, oldest first
 */
export function removeOlder(folder: string, keep: number): string[] {
  const names = readdirSync(folder).filter((name) => NAME.test(name))
  const older = names.toSorted().slice(0, -keep)
  for (const file of older.map((name) => join(folder, name))) {
    // The database last: while it is there, an interrupted removal is taken up by the next backup.
    rmSync(uploadsOf(file), { recursive: true, force: true })
    rmSync(keyFileOf(file), { force: true })
    rmSync(file, { force: true })
  }
  return older
}
