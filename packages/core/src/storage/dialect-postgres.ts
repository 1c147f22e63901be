import { sql } from 'drizzle-orm'
import { AppError } from '../errors.ts'
import { escapeLike } from '../records/text.ts'
import { claimOnPostgres, dueEventsOnPostgres, settleOnPostgres } from '../webhooks/worker/claims.postgres.ts'
import { UniqueViolation } from './database.ts'
import { type Dialect, ranked, type SearchMatch } from './dialect.ts'

/** Out of reach, out of connections, shutting down, out of disk or memory (PostgreSQL appendix A), or a lock time-out. */
const UNAVAILABLE = /^(08|53|57P0|55P03|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/
const LOST_CONNECTION =
  /Connection terminated|timeout exceeded when trying to connect|connection timeout|pool after calling end/i

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

export const postgresDialect: Dialect = {
  engine: 'postgres',
  counterShards: 16,
  translate(error) {
    const { code, constraint, message } = details(error)
    if (code === '23505') {
      // Unique indexes are named <table>_<column>_unique.
      const [, table, column] =
        /^(contacts|enrollments|users|memberships|invitations|api_keys)_(\w+)_unique$/.exec(constraint) ?? []
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
  async lockRecord(connection, id) {
    await connection.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [id])
  },
  claimDeliveries: claimOnPostgres,
  dueEvents: dueEventsOnPostgres,
  settleDeliveries: settleOnPostgres,
  contactMatches: (connection, { workspace_id, folded, window, limit, offset }) =>
    connection.rows<SearchMatch>(SEARCH, [folded, `%${escapeLike(folded)}%`, workspace_id, window, limit, offset]),
}

const SEARCH = `${ranked(
  '$1::text',
  () =>
    `select id, search_text, seq as newest from contacts where search_text like $2 escape '\\'
     and workspace_id = $3 and deleted_at is null order by created_at desc, id desc limit $4`,
  'strpos',
)} limit $5 offset $6`
