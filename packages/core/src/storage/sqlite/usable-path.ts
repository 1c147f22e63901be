import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError } from '../../errors.ts'
import { sqliteFileOf } from '../open.ts'
import type { OpenOptions } from '../open-options.ts'
import { cannotUseFile } from '../unavailable.ts'

/** How each SQLite file begins (the file format, section 1.3). An empty file becomes one. */
const HEADER = 'SQLite format 3\0'

/**
 * Refuses a path that cannot be that of a database, before anything is written beside it.
 * @throws AppError `unavailable`
 */
export function requireUsablePath(options: Pick<OpenOptions, 'database'>): void {
  const file = sqliteFileOf(options.database)
  if (file === undefined || file === ':memory:') return
  const folder = dirname(file)
  if (!existsSync(folder)) throw unusable(file, `the folder ${folder} does not exist. Create it, or choose another one`)
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) return
  if (found.isDirectory()) throw unusable(file, 'it is a folder. Add the name of the file, such as handrail.db')
  if (found.size > 0 && beginningOf(file) !== HEADER) throw unusable(file, 'it is not an SQLite database')
}

function unusable(file: string, reason: string): AppError {
  return new AppError('unavailable', `Cannot use the database file ${file}: ${reason}`)
}

function beginningOf(file: string): string {
  let descriptor: number
  try {
    descriptor = openSync(file, 'r')
  } catch (error) {
    throw cannotUseFile(file, error)
  }
  try {
    const bytes = Buffer.alloc(HEADER.length)
    return bytes.toString('latin1', 0, readSync(descriptor, bytes))
  } finally {
    closeSync(descriptor)
  }
}
