import { getTableName, sql } from 'drizzle-orm'
import { AppError } from '../../errors.ts'
import { UniqueViolation } from '../database.ts'
import type { Dialect } from '../dialect.ts'
import { defineTables } from '../tables/tables.ts'
import { postgresColumns } from './columns.postgres.ts'
import { detailsOf, isPassing } from './faults.postgres.ts'
import { endedOnPostgres } from './presence.postgres.ts'

/** A text with U+0000, or JSON with its escape: no column can hold it. */
const UNSTORABLE = new Set(['22021', '22P05'])
const LOCK_ALL = 'select pg_advisory_xact_lock(hashtextextended($2::text || id, 0)) from unnest($1::text[]) as id'
const TRY_LOCK =
  'select id from unnest($1::text[]) as id where pg_try_advisory_xact_lock(hashtextextended($2::text || id, 0))'
const TABLES = defineTables(postgresColumns)
/** The longer names first, where one begins with another. */
const TABLE_NAMES = Object.values(TABLES)
  .map(getTableName)
  .toSorted((a, b) => b.length - a.length)

/** The last column of a unique index, which is named <table>_<column>_unique. */
function columnOf(constraint: string): string {
  const table = TABLE_NAMES.find((name) => constraint.startsWith(`${name}_`))
  if (!table || !constraint.endsWith('_unique')) return constraint
  return `${table}.${constraint.slice(table.length + 1, -'_unique'.length)}`
}

/** @param prefix of the names of locks */
function locksIn(prefix: string): Pick<Dialect, 'lockRecord' | 'tryLockRecords'> {
  return {
    async lockRecord(connection, ...ids) {
      await connection.rows(LOCK_ALL, [ids.toSorted(), prefix])
    },
    async tryLockRecords(connection, ids) {
      return new Set((await connection.rows<{ id: string }>(TRY_LOCK, [ids, prefix])).map(({ id }) => id))
    },
  }
}

export const postgresDialect: Dialect = {
  engine: 'postgres',
  tables: TABLES,
  translate(error) {
    const { code, constraint } = detailsOf(error)
    if (code === '23505') return new UniqueViolation(columnOf(constraint), error)
    if (UNSTORABLE.has(code))
      return new AppError('invalid_request', 'The request contains characters that cannot be stored', { cause: error })
    if (!isPassing(error)) return error
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
  ...locksIn(''),
}

/** The dialect of an instance beside others: locks are those of the whole database, so their names begin with the schema. */
export function dialectIn(schema: string): Dialect {
  return { ...postgresDialect, ...locksIn(`${schema} `) }
}
