import { existsSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { AppError } from '../errors.ts'
import { migratedByHandrail, pendingOnPostgres, pendingOnSqlite } from './migrate.ts'
import { isPostgresUrl } from './open.ts'
import { openPostgres } from './postgres.ts'
import { cannotUse } from './unavailable.ts'

/** What there is to know of a database without changing it. */
export interface Inspection {
  engine: 'sqlite' | 'postgres'
  /** The migrations that opening it would apply. */
  pending: string[]
  /** What the engine's own check found; empty when it is sound. PostgreSQL checks itself. */
  faults: string[]
}

/**
 * Looks at a database without migrating it.
 * @param thorough compares indexes with their tables too, which reads everything
 * @throws AppError `unavailable` when it is out of reach, not a database of Handrail, or newer than the program
 */
export async function inspectDatabase(database: string, { thorough = false } = {}): Promise<Inspection> {
  try {
    return isPostgresUrl(database) ? await inspectPostgres(database) : inspectSqlite(database, thorough)
  } catch (error) {
    throw cannotUse(isPostgresUrl(database) ? 'the PostgreSQL database' : `the database file ${database}`, error)
  }
}

async function inspectPostgres(url: string): Promise<Inspection> {
  const { database, pool } = openPostgres(url, 1)
  try {
    return { engine: 'postgres', pending: await pendingOnPostgres(pool), faults: [] }
  } finally {
    await database.close()
  }
}

function inspectSqlite(file: string, thorough: boolean): Inspection {
  if (!existsSync(file)) throw new AppError('unavailable', `There is no database at ${file}`)
  const sqlite = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    if (!migratedByHandrail(sqlite)) throw new AppError('unavailable', `${file} is not a database of Handrail`)
    const pending = pendingOnSqlite(sqlite)
    const found = sqlite.pragma(thorough ? 'integrity_check' : 'quick_check') as Record<string, string>[]
    const faults = found.flatMap((row) => Object.values(row)).filter((line) => line !== 'ok')
    return { engine: 'sqlite', pending, faults }
  } finally {
    sqlite.close()
  }
}
