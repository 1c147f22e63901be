import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './database.ts'
import {
  migratedByHandrail,
  migratePostgres,
  migrateSqlite,
  pendingOnPostgres,
  pendingOnSqlite,
} from './migrate/migrate.ts'
import { openPostgres } from './postgres/open.postgres.ts'
import { lockSqlite, openSqlite, requireUnlocked } from './sqlite/open.sqlite.ts'
import { cannotUse } from './unavailable.ts'

const LOCK_WAIT_MS = 10_000

export interface OpenOptions {
  /** `postgres://...`, the path of an SQLite file (made when absent), or `:memory:`. */
  database: string
  /** Keeps the lock of an SQLite file until `close`, so that no second process serves it. */
  exclusive?: boolean
  /** Connections of a PostgreSQL pool. 10 when not given. */
  poolSize?: number
  /** A clock to use instead of the system's or the database's. */
  now?: (() => Date) | undefined
  /**
   * Called before migrations are applied to a database that has data, while no other process can apply them. When it rejects,
   * nothing is migrated.
   * @param pending the names of the migrations
   */
  beforeMigrations?: ((pending: readonly string[]) => Promise<void>) | undefined
}

export function isPostgresUrl(database: string): boolean {
  return /^postgres(ql)?:\/\//.test(database)
}

/**
 * @internal Opens a database and brings it up to date, under a lock.
 * @throws AppError `unavailable` when it is out of reach, locked by another process, or newer than the program
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  return isPostgresUrl(options.database) ? openOnPostgres(options) : openOnSqlite(options)
}

/** @internal Opens a database without migrating it. The columns that are used must be there. */
export function openAsItIs(database: string): Database {
  return (isPostgresUrl(database) ? openPostgres(database, 2) : openSqlite(database)).database
}

async function openOnPostgres({ database: url, poolSize, now, beforeMigrations }: OpenOptions): Promise<Database> {
  const { database, pool } = openPostgres(url, poolSize, now)
  try {
    if ((await pendingOnPostgres(pool)).length > 0) await migratePostgres(url, beforeMigrations)
    return database
  } catch (error) {
    await database.close()
    throw cannotUse('the PostgreSQL database', error)
  }
}

async function openOnSqlite({
  database: file,
  exclusive = false,
  now,
  beforeMigrations,
}: OpenOptions): Promise<Database> {
  const inMemory = file === ':memory:'
  let unlock = exclusive && !inMemory ? lockSqlite(file) : undefined
  let opened: Database | undefined
  try {
    const { database, writer } = openSqlite(file, now)
    opened = database
    // Whoever serves the file tries again: a wait within SQLite would stop all else.
    if (exclusive) requireUnlocked(writer)
    if (pendingOnSqlite(writer).length > 0) {
      const held = unlock ?? (inMemory ? () => undefined : await waitForLock(file))
      // Another process may have done it meanwhile.
      const pending = pendingOnSqlite(writer)
      if (pending.length > 0 && migratedByHandrail(writer)) await beforeMigrations?.(pending)
      if (pending.length > 0) migrateSqlite(writer)
      if (!unlock) held()
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
    throw cannotUse(`the database file ${file}`, error)
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
export async function pendingMigrations(database: string): Promise<string[]> {
  if (isPostgresUrl(database)) {
    const { database: opened, pool } = openPostgres(database, 1)
    try {
      return await pendingOnPostgres(pool)
    } catch (error) {
      throw cannotUse('the PostgreSQL database', error)
    } finally {
      await opened.close()
    }
  }
  const { database: opened, writer } = openSqlite(existsSync(database) ? database : ':memory:')
  try {
    return pendingOnSqlite(writer)
  } finally {
    await opened.close()
  }
}
