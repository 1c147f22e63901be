import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { AppError } from '../../errors.ts'
import { sqliteFileOf } from '../open.ts'
import type { OpenOptions } from '../open-options.ts'

/**
 * Refuses to begin an empty SQLite database beside what belongs to another: that one was moved or deleted, or is on a disk that
 * is not mounted, and what people uploaded would be swept up as nobody's.
 * @param files the folder of uploads, or the address of a bucket, where it is not the folder `files` beside the database
 * @throws AppError `unavailable`
 */
export function requireNoLeftovers(options: Pick<OpenOptions, 'database'> & { files?: string | undefined }): void {
  const { files } = options
  const database = sqliteFileOf(options.database)
  if (database === undefined || database === ':memory:' || existsSync(database)) return
  const key = `${database}.key`
  const uploads = files ?? join(dirname(database), 'files')
  const remains = [...(existsSync(key) ? [key] : []), ...(hasFiles(uploads) ? [uploads] : [])]
  if (remains.length === 0) return
  throw new AppError(
    'unavailable',
    `There is no database at ${database}, but ${remains.join(' and ')} of one: put it back there, or restore a backup with handrail restore. To begin with an empty one, move ${remains.length > 1 ? 'these' : 'that'} away`,
  )
}

/** Of a bucket, which others may share, nothing is said. A new disk is not empty: many have `lost+found`. */
function hasFiles(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((name) => name !== 'lost+found')
}
