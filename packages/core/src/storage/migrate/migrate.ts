import type Sqlite from 'better-sqlite3'
import { AppError } from '../../errors.ts'
import { JOURNAL } from './journal.ts'

const TABLE = 'handrail_migrations'

/** A migration that a database has seen: what its file was then, and when it was generated. */
export interface Applied {
  hash: string
  created_at: number | string
}

/**
 * The program's migrations that the database has not seen, in order.
 * @throws AppError when it has seen one that the program lacks, or has in another form
 */
export function pendingAfter(engine: 'sqlite' | 'postgres', applied: readonly Applied[]): string[] {
  const journal = JOURNAL[engine]
  const hashes = new Map(applied.map((seen) => [Number(seen.created_at), seen.hash]))
  const last = Math.max(0, ...hashes.keys())
  if (last > (journal.at(-1)?.when ?? 0))
    throw new AppError(
      'unavailable',
      'The database was made by a newer version of Handrail than this one. Start that version, or restore a backup from before the upgrade',
    )
  for (const { tag, when, hash } of journal) {
    const seen = hashes.get(when)
    if (seen !== undefined && seen !== hash)
      throw new AppError(
        'unavailable',
        `The migration ${tag} of this program is not the one that made the database. Migrations never change: put its file back, and write a new one`,
      )
  }
  return journal.filter(({ when }) => when > last).map(({ tag }) => tag)
}

/** The migrations of these tags, with their statements. */
export async function withStatements(engine: 'sqlite' | 'postgres', tags: readonly string[]) {
  const { STATEMENTS } = await import('./statements.ts')
  return JOURNAL[engine]
    .filter(({ tag }) => tags.includes(tag))
    .map(({ tag, when, hash }) => ({ values: [hash, when] as const, sql: STATEMENTS[engine][tag] ?? '' }))
}

/** Whether a database was made by this program, in any version. */
export function migratedByHandrail(sqlite: Sqlite.Database): boolean {
  return sqlite.prepare('select 1 from sqlite_master where name = ?').get(TABLE) !== undefined
}

/** @throws AppError when the database is newer than the program, or was made by other migrations */
export function pendingOnSqlite(sqlite: Sqlite.Database): string[] {
  if (!migratedByHandrail(sqlite)) return pendingAfter('sqlite', [])
  return pendingAfter('sqlite', sqlite.prepare<[], Applied>(`select hash, created_at from ${TABLE}`).all())
}

/** Applies what is pending, all or nothing. The caller holds the file's lock. */
export async function migrateSqlite(sqlite: Sqlite.Database): Promise<void> {
  const migrations = await withStatements('sqlite', pendingOnSqlite(sqlite))
  // A migration that rebuilds a table would otherwise delete what refers to it.
  sqlite.pragma('foreign_keys = OFF')
  sqlite.transaction(() => {
    sqlite.exec(
      `create table if not exists ${TABLE} (id serial primary key, hash text not null, created_at numeric not null)`,
    )
    const insert = sqlite.prepare(`insert into ${TABLE} (hash, created_at) values (?, ?)`)
    for (const { values, sql } of migrations) {
      sqlite.exec(sql)
      insert.run(...values)
    }
  })()
  sqlite.pragma('foreign_keys = ON')
}
