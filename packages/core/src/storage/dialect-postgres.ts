import { sql } from 'drizzle-orm'
import { AppError } from '../errors.ts'
import { escapeLike } from '../text.ts'
import { UniqueViolation } from './database.ts'
import type { Dialect, SearchMatch } from './dialect.ts'

/** Out of reach, out of connections, shutting down, out of disk or memory (PostgreSQL appendix A), or a lock time-out. */
const UNAVAILABLE = /^(08|53|57P0|55P03|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/
const LOST_CONNECTION = /Connection terminated|timeout exceeded when trying to connect|connection timeout/i

interface PostgresError {
  code: string
  constraint: string
  message: string
}

function details(error: unknown): PostgresError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const field = (name: string) =>
    cause instanceof Error && name in cause ? String((cause as unknown as Record<string, unknown>)[name] ?? '') : ''
  return { code: field('code'), constraint: field('constraint'), message: field('message') }
}

export const postgresDialect: Dialect = {
  engine: 'postgres',
  counterShards: 16,
  translate(error) {
    const { code, constraint, message } = details(error)
    if (code === '23505') {
      // Unique indexes are named <table>_<column>_unique.
      const [, table, column] = /^(contacts|enrollments|users|api_keys)_(\w+)_unique$/.exec(constraint) ?? []
      return new UniqueViolation(table ? `${table}.${column}` : constraint, error)
    }
    if (!UNAVAILABLE.test(code) && !LOST_CONNECTION.test(message)) return error
    return new AppError('unavailable', 'The database is out of reach. Try again in a moment', {
      retryAfter: 2,
      cause: error,
    })
  },
  unindexed: (column) => sql`${column}`,
  contains: (column, placeholder) => sql`${column} like ${placeholder} escape '\\'`,
  containsValue: (folded) => `%${escapeLike(folded)}%`,
  contactMatches: (connection, { workspace_id, folded, limit }) =>
    connection.rows<SearchMatch>(
      `select id, search_text from contacts where workspace_id = $1 and deleted_at is null
       and search_text like $2 escape '\\' order by created_at desc, id desc limit $3`,
      [workspace_id, `%${escapeLike(folded)}%`, limit],
    ),
}
