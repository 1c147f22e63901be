import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type Sqlite from 'better-sqlite3'
import { drizzle as drizzleSqlite } from 'drizzle-orm/better-sqlite3'
import { migrate as runOnSqlite } from 'drizzle-orm/better-sqlite3/migrator'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { migrate as runOnPostgres } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { AppError } from '../../errors.ts'
import { MIGRATIONS_FOLDER } from '../../migrations.ts'

const TABLE = 'handrail_migrations'
/** An arbitrary number, the same in every process: whoever holds this advisory lock migrates. */
const ADVISORY_LOCK = 4_817_220_931

const CONNECT_MS = 5000

interface Migration {
  tag: string
  when: number
}

function folder(engine: 'sqlite' | 'postgres'): string {
  return fileURLToPath(new URL(engine, MIGRATIONS_FOLDER))
}

/** A migration that a database has seen: what its file was then, and when it was generated. */
interface Applied {
  hash: string
  created_at: number | string
}

/**
 * The program's migrations that the database has not seen, in order.
 * @throws AppError when it has seen one that the program lacks, or has in another form
 */
export function pendingAfter(engine: 'sqlite' | 'postgres', applied: readonly Applied[]): string[] {
  const journal: { entries: Migration[] } = JSON.parse(readFileSync(`${folder(engine)}/meta/_journal.json`, 'utf8'))
  const hashes = new Map(applied.map((seen) => [Number(seen.created_at), seen.hash]))
  const last = Math.max(0, ...hashes.keys())
  if (last > (journal.entries.at(-1)?.when ?? 0))
    throw new AppError(
      'unavailable',
      'The database was made by a newer version of Handrail than this one. Start that version, or restore a backup from before the upgrade',
    )
  for (const { tag, when } of journal.entries) {
    const seen = hashes.get(when)
    if (seen !== undefined && seen !== hash('sha256', readFileSync(`${folder(engine)}/${tag}.sql`, 'utf8')))
      throw new AppError(
        'unavailable',
        `The migration ${tag} of this program is not the one that made the database. Migrations never change: put its file back, and write a new one`,
      )
  }
  return journal.entries.filter(({ when }) => when > last).map(({ tag }) => tag)
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
export function migrateSqlite(sqlite: Sqlite.Database): void {
  // A migration that rebuilds a table would otherwise delete what refers to it.
  sqlite.pragma('foreign_keys = OFF')
  runOnSqlite(drizzleSqlite(sqlite), { migrationsFolder: folder('sqlite'), migrationsTable: TABLE })
  sqlite.pragma('foreign_keys = ON')
}

/** @throws AppError when the database is newer than the program, or was made by other migrations */
export async function pendingOnPostgres(client: pg.Pool | pg.Client): Promise<string[]> {
  if (!(await isKnownTo(client))) return pendingAfter('postgres', [])
  return pendingAfter('postgres', (await client.query<Applied>(`select hash, created_at from ${TABLE}`)).rows)
}

async function isKnownTo(client: pg.Pool | pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ known: boolean }>('select to_regclass($1) is not null as known', [TABLE])
  return rows[0]?.known === true
}

/**
 * Applies what is pending, all or nothing, once however many processes start together. It may take as long as it takes.
 * @param before called first where the database has data
 */
export async function migratePostgres(
  url: string,
  before?: (pending: readonly string[]) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'handrail migrate',
    connectionTimeoutMillis: CONNECT_MS,
  })
  // What breaks the connection is told to whoever waits for an answer.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK])
    const pending = await pendingOnPostgres(client)
    if (pending.length > 0 && (await isKnownTo(client))) await before?.(pending)
    if (pending.length > 0)
      await runOnPostgres(drizzlePostgres(client), {
        migrationsFolder: folder('postgres'),
        migrationsTable: TABLE,
        migrationsSchema: 'public',
      })
  } finally {
    // And with it the lock.
    await client.end()
  }
}
