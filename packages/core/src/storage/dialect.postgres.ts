import { getTableName, sql } from 'drizzle-orm'
import { AppError } from '../errors.ts'
import { postgresColumns } from './columns.ts'
import { UniqueViolation } from './database.ts'
import type { Dialect } from './dialect.ts'
import { defineTables } from './tables/tables.ts'

/** Out of reach, out of connections, shutting down, out of disk or memory (PostgreSQL appendix A), or a lock time-out. */
const UNAVAILABLE = /^(08|53|57P0|55P03|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/
const LOST_CONNECTION =
  /Connection terminated|timeout exceeded when trying to connect|connection timeout|pool after calling end/i
/** Serialization failure and deadlock: the transaction did nothing and may be run again (PostgreSQL 13.5). */
const RETRYABLE = new Set(['40001', '40P01'])
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
    cause instanceof Error && name in cause ? String((cause as unknown as Record<string, unknown>)[name] ?? '') : ''
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
  return RETRYABLE.has(details(error).code)
}

export const postgresDialect: Dialect = {
  engine: 'postgres',
  tables: TABLES,
  counterShards: 16,
  translate(error) {
    const { code, constraint, message } = details(error)
    if (code === '23505') return new UniqueViolation(columnOf(constraint), error)
    if (!UNAVAILABLE.test(code) && !LOST_CONNECTION.test(message)) return error
    return new AppError('unavailable', 'The database is out of reach. Try again in a moment', {
      retryAfter: 2,
      cause: error,
    })
  },
  unindexed: (column) => sql`${column}`,
  contains: (column, placeholder) => sql`${column} like ${placeholder} escape '\\'`,
  // With the wildcards of LIKE escaped.
  containsValue: (folded) => `%${folded.replace(/[\\%_]/g, '\\$&')}%`,
  async lockRecord(connection, id) {
    await connection.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [id])
  },
}
