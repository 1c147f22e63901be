import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './database.ts'
import { migratedByHandrail, migrateSqlite, pendingOnSqlite } from './migrate/migrate.ts'
import type { OpenOptions } from './open-options.ts'
import { placeOf } from './postgres/place.postgres.ts'
import type { PostgresDatabase } from './postgres/postgres-database.ts'
import { lockSqlite, openSqlite, requireUnlocked } from './sqlite/open.sqlite.ts'
import { cannotUseFile } from './unavailable.ts'

const LOCK_WAIT_MS = 10_000

/** The path of an SQLite file, or `:memory:`; undefined for PostgreSQL. */
export function sqliteFileOf(database: string | PostgresDatabase): string | undefined {
  return typeof database !== 'string' || isPostgresUrl(database) ? undefined : database
}

export function isPostgresUrl(database: string): boolean {
  return /^postgres(ql)?:\/\//.test(database)
}

/**
 * @internal Opens a database and brings it up to date, under a lock.
 * @throws AppError `unavailable` when it is out of reach, locked by another process, or newer than the program
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const file = sqliteFileOf(options.database)
  if (file !== undefined) return openOnSqlite(file, options)
  // The driver and the tables of an engine are loaded with its first database.
  return (await import('./open.postgres.ts')).openOnPostgres(options)
}

/** @internal Opens a database without migrating it. The columns that are used must be there. */
export async function openAsItIs(database: string): Promise<Database> {
  if (!isPostgresUrl(database)) return openSqlite(database).database
  const { openPostgres } = await import('./postgres/open.postgres.ts')
  return openPostgres(placeOf(database), 2).database
}

async function openOnSqlite(
  file: string,
  { exclusive = false, isLocked = exclusive, now, beforeMigrations }: OpenOptions,
): Promise<Database> {
  const inMemory = file === ':memory:'
  let unlock = isLocked && !inMemory ? lockSqlite(file) : undefined
  let opened: Database | undefined
  try {
    const { database, writer } = openSqlite(file, now)
    opened = database
    // Whoever serves the file tries again: a wait within SQLite would stop all else.
    if (exclusive) requireUnlocked(writer)
    if (pendingOnSqlite(writer).length > 0) {
      const held = unlock ?? (inMemory ? () => undefined : await waitForLock(file))
      try {
        // Another process may have done it meanwhile.
        const pending = pendingOnSqlite(writer)
        if (pending.length > 0 && migratedByHandrail(writer)) await beforeMigrations?.(pending)
        if (pending.length > 0) await migrateSqlite(writer)
      } finally {
        if (!unlock) held()
      }
    }
    const close = async () => {
      await database.close()
      unlock?.()
      unlock = undefined
    }
    return { ...database, close }
  } catch (error) {
    await opened?.close()
    unlock?.()
    throw cannotUseFile(file, error)
  }
}

async function waitForLock(file: string): Promise<() => void> {
  for (const deadline = Date.now() + LOCK_WAIT_MS; ; ) {
    try {
      return lockSqlite(file)
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(100)
    }
  }
}

/** The migrations that opening would apply, without applying them. A database that is not there yet needs all. */
export async function pendingMigrations(database: string | PostgresDatabase): Promise<string[]> {
  const file = sqliteFileOf(database)
  if (file === undefined) {
    const { pendingAt } = await import('./open.postgres.ts')
    return pendingAt(placeOf(database))
  }
  let opened: Database | undefined
  try {
    const { database: found, writer } = openSqlite(existsSync(file) ? file : ':memory:')
    opened = found
    return pendingOnSqlite(writer)
  } catch (error) {
    throw cannotUseFile(file, error)
  } finally {
    await opened?.close()
  }
}
