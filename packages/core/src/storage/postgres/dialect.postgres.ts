import { getTableName, sql } from 'drizzle-orm'
import { AppError } from '../../errors.ts'
import { postgresColumns } from '../columns.ts'
import { StaleRead, UniqueViolation } from '../database.ts'
import type { Dialect } from '../dialect.ts'
import { defineTables } from '../tables/tables.ts'
import { endedOnPostgres } from './presence.postgres.ts'

/**
 * Out of reach, out of connections, shutting down, out of disk or memory, too late (PostgreSQL appendix A), no longer the
 * server that takes writes, or always in the way of others; and what refuses to let us in for as long as it lasts: a database
 * that takes no connections (55000), a role that may not log in (28) or a database that is not there (3D000).
 */
const UNAVAILABLE =
  /^(08|25006|25P03|28|3D000|40|53|57P0|57014|55000|55P03|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/
/** A text with U+0000, or JSON with its escape: no column can hold it. */
const UNSTORABLE = new Set(['22021', '22P05'])
const OUT_OF_REACH =
  /timeout exceeded when trying to connect|timeout expired|connection timeout|query read timeout|pool after calling end/i
/** The connection broke: the server undid what was not committed on it. */
const LOST = /^(08|25P03|57P01|57P02|57P05|ECONNRESET|EPIPE)/
const LOST_CONNECTION = /Connection terminated(?! due)|not queryable|Client was closed/i
/**
 * Serialization failure and deadlock: the transaction did nothing and may be run again (PostgreSQL 13.5). A row that
 * another transaction deleted meanwhile (23503) is not found the next time.
 */
const RETRYABLE = new Set(['40001', '40P01', '23503'])
/**
 * By this word a statement fails that found the database otherwise than this process had seen it before: the transaction is run again,
 * and has forgotten it.
 */
export const UNEXPECTED = 'handrail_unexpected'
const LOCK_ALL = 'select pg_advisory_xact_lock(hashtextextended(id, 0)) from unnest($1::text[]) as id'
const TABLES = defineTables(postgresColumns)
/** The longer names first, where one begins with another. */
const TABLE_NAMES = Object.values(TABLES)
  .map(getTableName)
  .toSorted((a, b) => b.length - a.length)

interface PostgresError {
  code: string
  constraint: string
  message: string
}

function details(error: unknown): PostgresError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  // The driver puts what the server told beside the message, under names that its type does not have.
  const field = (name: string) =>
    cause instanceof Error && name in cause ? String(Reflect.get(cause, name) ?? '') : ''
  return { code: field('code'), constraint: field('constraint'), message: field('message') }
}

/** The last column of a unique index, which is named <table>_<column>_unique. */
function columnOf(constraint: string): string {
  const table = TABLE_NAMES.find((name) => constraint.startsWith(`${name}_`))
  if (!table || !constraint.endsWith('_unique')) return constraint
  return `${table}.${constraint.slice(table.length + 1, -'_unique'.length)}`
}

/** Whether the same transaction may succeed when it is run again. */
export function isRetryable(error: unknown): boolean {
  const { code, message } = details(error)
  return error instanceof StaleRead || RETRYABLE.has(code) || message.includes(UNEXPECTED)
}

/** Whether the connection was lost, and another may do. */
export function isLost(error: unknown): boolean {
  const { code, message } = details(error)
  return LOST.test(code) || LOST_CONNECTION.test(message)
}

/** Whether the connection is of no more use: lost, still busy with what was given up, or to a server that only reads. */
export function isBroken(error: unknown): boolean {
  const { code, message } = details(error)
  return isLost(error) || code === '25006' || OUT_OF_REACH.test(message)
}

/** Whether the driver gave up waiting, or its connection ended: it says so without a code. */
export function outOfReach(error: unknown): boolean {
  const { message } = details(error)
  return OUT_OF_REACH.test(message) || LOST_CONNECTION.test(message)
}

export const postgresDialect: Dialect = {
  engine: 'postgres',
  tables: TABLES,
  translate(error) {
    const { code, constraint, message } = details(error)
    if (code === '23505') return new UniqueViolation(columnOf(constraint), error)
    if (UNSTORABLE.has(code))
      return new AppError('invalid_request', 'The request contains characters that cannot be stored', { cause: error })
    const passing = error instanceof StaleRead || UNAVAILABLE.test(code) || OUT_OF_REACH.test(message) || isLost(error)
    if (!passing) return error
    return new AppError('unavailable', 'The database is out of reach. Try again in a moment', {
      retryAfter: 1,
      cause: error,
    })
  },
  unindexed: (column) => sql`${column}`,
  unindexedTable: (table) => table,
  indexedBy: (table) => table,
  contains: (column, placeholder) => sql`${column} like ${placeholder} escape '\\'`,
  // With the wildcards of LIKE escaped.
  containsValue: (folded) => `%${folded.replace(/[\\%_]/g, '\\$&')}%`,
  daysBefore: (placeholder, days) => sql`${placeholder}::timestamptz - ${days} * interval '1 day'`,
  secondsBetween: (from, until) => sql`extract(epoch from ${until} - ${from})`,
  ended: endedOnPostgres,
  locking(select, lock) {
    // Rows that others merely refer to stay open to them.
    select.for(lock === 'share' ? 'share' : 'no key update')
    return select
  },
  async lockRecord(connection, ...ids) {
    await connection.rows(LOCK_ALL, [ids.toSorted()])
  },
}

/** The dialect of an instance beside others: locks are those of the whole database, so their names begin with the schema. */
export function dialectIn(schema: string): Dialect {
  return {
    ...postgresDialect,
    async lockRecord(connection, ...ids) {
      await connection.rows(LOCK_ALL, [ids.toSorted().map((id) => `${schema} ${id}`)])
    },
  }
}
