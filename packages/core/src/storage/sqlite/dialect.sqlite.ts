import { Column, is, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { AppError } from '../../errors.ts'
import { UniqueViolation } from '../database.ts'
import type { Dialect } from '../dialect.ts'
import { defineTables } from '../tables/tables.ts'
import { sqliteColumns } from './columns.sqlite.ts'

/** The driver says so only in these words. */
const CLOSED = /^The database connection is not open$/
const UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY)/

function codeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
}

function messageOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : ''
}

function unindexed(column: PgColumn): SQL {
  return sql`+${column}`
}

function unindexedColumn(value: unknown): unknown {
  return is(value, Column) ? sql`+${value}` : value
}

export const sqliteDialect: Dialect = {
  engine: 'sqlite',
  tables: defineTables(sqliteColumns),
  translate(error) {
    const code = codeOf(error)
    if (code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY')
      return new UniqueViolation(messageOf(error).split(/[ ,]+/).at(-1) ?? '', error)
    if (CLOSED.test(messageOf(error)))
      return new AppError('unavailable', 'The service is shutting down', { retryAfter: 5, cause: error })
    if (!UNAVAILABLE.test(code)) return error
    const what = code.startsWith('SQLITE_FULL') ? 'The disk of the service is full' : 'The database is busy'
    return new AppError('unavailable', `${what}. Try again in a moment`, { retryAfter: 2, cause: error })
  },
  unindexed,
  // Conditions take an expression for a column; the type of a table has none.
  unindexedTable: (table) => new Proxy(table, { get: (of, name) => unindexedColumn(Reflect.get(of, name)) as never }),
  indexedBy: (table, index) => sql`${table} indexed by ${sql.identifier(index)}`,
  contains: (column, placeholder) => sql`instr(${column}, ${placeholder}) > 0`,
  containsValue: (folded) => folded,
  daysBefore: (placeholder, days) => sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${placeholder}, '-' || ${days} || ' days')`,
  secondsBetween: (from, until) => sql`(julianday(${until}) - julianday(${from})) * 86400`,
  lockRecord: () => undefined,
  tryLockRecords: (_connection, ids) => new Set(ids),
  ended: () => new Set(),
  locking: (select) => select,
}
