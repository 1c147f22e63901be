import { existsSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import type pg from 'pg'
import { BACKUP_FAILED, BACKUP_MADE, type BackupAttempt } from '../audit/backups.ts'
import { type MailFigures, type MailFiguresRow, mailFigures, mailFiguresOf } from '../emails/figures/figures.ts'
import { AppError } from '../errors.ts'
import { CANARY, ROTATION } from '../secret/key-rows.ts'
import { migratedByHandrail, pendingOnSqlite } from '../storage/migrate/migrate.ts'
import { isPostgresUrl } from '../storage/open.ts'
import { placeOf } from '../storage/postgres/place.postgres.ts'
import { cannotUseFile } from '../storage/unavailable.ts'
import { type DeliveryFigures, FIGURES, type FiguresRow, figuresOf } from '../webhooks/figures/figures.ts'

const READ_KEYS = 'select name, sealed from canaries'
const READ_MAIL_SERVER = 'select host, port, sender from mail_servers'
const READ_LAST_BACKUP = `select action, created_at as at, details from audit_entries
  where workspace_id is null and action in ('${BACKUP_MADE}', '${BACKUP_FAILED}') order by created_at desc limit 1`
type BackupRow = { action: string; at: string | Date; details: string | Record<string, string> }
type KeyRow = { name: string; sealed: string }
type MailServerRow = NonNullable<Inspection['mailServer']>

/** The properties of a database, read without changing it. */
export interface Inspection {
  engine: 'sqlite' | 'postgres'
  /** The migrations that opening it would apply. */
  pending: string[]
  /** The problems found by the check of the engine; empty if it is intact. PostgreSQL checks itself. */
  faults: string[]
  /** The canary encrypted with the secret of the database; undefined before it exists. */
  canary: string | undefined
  /** Whether a change of the secret is unfinished: both the former and the new one are needed. */
  isRotating: boolean
  size: DatabaseSize
  /** Milliseconds that the clock of the database is ahead of that of this machine; 0 for SQLite, which has none. */
  clock: number
  /** The connections that PostgreSQL permits to all its users. */
  connections?: number
  /** Both undefined for a database of another release. */
  deliveries: DeliveryFigures | undefined
  mail: MailFigures | undefined
  /** The mail server that was set in the console, without its password. */
  mailServer: { host: string; port: number; sender: string } | undefined
  /** The latest attempt at a backup. */
  backup: BackupAttempt | undefined
}

/** The size of a database in bytes. */
interface DatabaseSize {
  whole: number
  /** Free space that is reused before the file grows. */
  free: number
  /** Whether free space is returned to the disk. */
  shrinks: boolean
}

/**
 * Inspects a database without migrating it.
 * @param thorough also compares indexes with their tables, which reads everything
 * @throws AppError `unavailable` when it is unreachable, not a Handrail database, or newer than the program
 */
export async function inspectDatabase(database: string, { thorough = false } = {}): Promise<Inspection> {
  if (isPostgresUrl(database)) {
    const { onPostgres } = await import('../storage/postgres/once.postgres.ts')
    return onPostgres(placeOf(database), inspectPostgres)
  }
  try {
    return inspectSqlite(database, thorough)
  } catch (error) {
    throw cannotUseFile(database, error)
  }
}

async function inspectPostgres(pool: pg.Pool): Promise<Inspection> {
  const { pendingOnPostgres } = await import('../storage/migrate/migrate.postgres.ts')
  const pending = await pendingOnPostgres(pool)
  const { rows } = await pool.query<{ known: boolean }>("select to_regclass('canaries') is not null as known")
  const found = rows[0]?.known ? await pool.query<KeyRow>(READ_KEYS) : undefined
  const sized = await pool.query<{ size: string }>('select pg_database_size(current_database()) as size')
  // The server manages its free space itself.
  const size = { whole: Number(sized.rows[0]?.size), free: 0, shrinks: true }
  // Requires the schema of this release.
  const figures = pending.length === 0 ? await pool.query<FiguresRow>(FIGURES) : undefined
  const [row] = figures?.rows ?? []
  const deliveries = row && figuresOf(row, Date.now())
  const now = new Date()
  const counted =
    pending.length === 0 ? await pool.query<MailFiguresRow>(mailFigures('$1'), [now.toISOString()]) : undefined
  const mail = counted?.rows[0] && mailFiguresOf(counted.rows[0], now.getTime())
  const servers = pending.length === 0 ? await pool.query<MailServerRow>(READ_MAIL_SERVER) : undefined
  const backups = pending.length === 0 ? await pool.query<BackupRow>(READ_LAST_BACKUP) : undefined
  const own = { ...keysOf(found?.rows), mailServer: servers?.rows[0], backup: attemptOf(backups?.rows[0]) }
  return { engine: 'postgres', pending, faults: [], size, deliveries, mail, ...(await serverOf(pool)), ...own }
}

async function serverOf(pool: pg.Pool): Promise<{ clock: number; connections: number }> {
  const setting = (name: string) => `current_setting('${name}')::integer`
  const permitted = `${setting('max_connections')} - ${setting('superuser_reserved_connections')}`
  const { rows } = await pool.query<{ connections: number }>(`select ${permitted} as connections`)
  return { clock: await clockOf(pool), connections: Number(rows[0]?.connections) }
}

/** Milliseconds that the clock of the server is ahead of this one, give or take half the time of the question. */
async function clockOf(pool: pg.Pool): Promise<number> {
  const asked = Date.now()
  const { rows } = await pool.query<{ now: string }>('select extract(epoch from clock_timestamp()) * 1000 as now')
  return Number(rows[0]?.now) - (asked + Date.now()) / 2
}

function inspectSqlite(file: string, thorough: boolean): Inspection {
  if (!existsSync(file)) throw new AppError('unavailable', `There is no database at ${file}`)
  const sqlite = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    if (!migratedByHandrail(sqlite)) throw new AppError('unavailable', `${file} is not a Handrail database`)
    const pending = pendingOnSqlite(sqlite)
    const found = sqlite.pragma(thorough ? 'integrity_check' : 'quick_check') as Record<string, string>[]
    const faults = found.flatMap((row) => Object.values(row)).filter((line) => line !== 'ok')
    const table = sqlite.prepare('select 1 from sqlite_master where name = ?')
    const isKnown = (name: string) => table.get(name) !== undefined
    const keys = isKnown('canaries') ? sqlite.prepare<[], KeyRow>(READ_KEYS).all() : undefined
    const row = pending.length === 0 ? sqlite.prepare<[], FiguresRow>(FIGURES).get() : undefined
    const deliveries = row && figuresOf(row, Date.now())
    const now = new Date().toISOString()
    const times = [now, now, now]
    const counted =
      pending.length === 0 ? sqlite.prepare<string[], MailFiguresRow>(mailFigures('?')).get(...times) : undefined
    const mail = counted && mailFiguresOf(counted, Date.parse(now))
    const mailServer = pending.length === 0 ? sqlite.prepare<[], MailServerRow>(READ_MAIL_SERVER).get() : undefined
    const backup = attemptOf(pending.length === 0 ? sqlite.prepare<[], BackupRow>(READ_LAST_BACKUP).get() : undefined)
    return {
      engine: 'sqlite',
      pending,
      faults,
      ...keysOf(keys),
      size: sizeOf(sqlite),
      clock: 0,
      deliveries,
      mail,
      mailServer,
      backup,
    }
  } finally {
    sqlite.close()
  }
}

function keysOf(rows: readonly KeyRow[] = []): Pick<Inspection, 'canary' | 'isRotating'> {
  return {
    canary: rows.find(({ name }) => name === CANARY)?.sealed,
    isRotating: rows.some(({ name }) => name === ROTATION),
  }
}

function attemptOf(row: BackupRow | undefined): BackupAttempt | undefined {
  if (!row) return undefined
  const details: Record<string, string> = typeof row.details === 'string' ? JSON.parse(row.details) : row.details
  const { file = '', to = '', reason = '' } = details
  const failure = row.action === BACKUP_FAILED ? reason : undefined
  return { at: new Date(row.at).toISOString(), file, to, failure }
}

function sizeOf(sqlite: Sqlite.Database): DatabaseSize {
  const pragma = (name: string) => Number(sqlite.pragma(name, { simple: true }))
  const page = pragma('page_size')
  const [whole, free] = [page * pragma('page_count'), page * pragma('freelist_count')]
  return { whole, free, shrinks: pragma('auto_vacuum') !== 0 }
}
