import { sql } from 'drizzle-orm'
import { AppError } from '../errors.ts'
import { claimOnSqlite, dueEventsOnSqlite, settleOnSqlite } from '../webhooks/worker/claims.sqlite.ts'
import { type Connection, UniqueViolation } from './database.ts'
import { type Dialect, ranked, type SearchMatch } from './dialect.ts'

/** Enough to make the index selective; what it lets through is verified against the text. */
const MAX_TRIGRAMS = 24
/** The driver says so by these words alone. */
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

export const sqliteDialect: Dialect = {
  engine: 'sqlite',
  counterShards: 1,
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
  unindexed: (column) => sql`+${column}`,
  contains: (column, placeholder) => sql`instr(${column}, ${placeholder}) > 0`,
  containsValue: (folded) => folded,
  lockRecord: () => undefined,
  claimDeliveries: claimOnSqlite,
  dueEvents: dueEventsOnSqlite,
  settleDeliveries: settleOnSqlite,
  contactMatches(connection, { workspace_id, folded, window, limit, offset }) {
    const match = matchExpression(connection, folded)
    if (match === undefined) return []
    return connection.rows<SearchMatch>(SEARCH, [folded, match, workspace_id, window, limit, offset])
  },
}

const SEARCH = `${ranked(
  '?',
  (folded) =>
    `select c.id, c.search_text, c.seq as newest from contacts_search s cross join contacts c on c.seq = s.rowid
     where s.contacts_search match ? and c.workspace_id = ? and c.deleted_at is null and instr(c.search_text, ${folded}) > 0
     order by s.rowid desc limit ?`,
  'instr',
)} limit ? offset ?`

/** All trigrams of the text; for one or two letters, any trigram that starts with them. Undefined: nothing can match. */
function matchExpression(connection: Connection, folded: string): string | undefined {
  const letters = [...folded]
  if (letters.length < 3) {
    const terms = trigramsStartingWith(connection, folded)
    return terms.length === 0 ? undefined : terms.map(quote).join(' OR ')
  }
  const trigrams = new Set(letters.slice(0, -2).map((_, start) => letters.slice(start, start + 3).join('')))
  return [...trigrams].slice(0, MAX_TRIGRAMS).map(quote).join(' AND ')
}

function trigramsStartingWith(connection: Connection, prefix: string): string[] {
  const rows = connection.rows<{ term: string }>('select term from contacts_trigrams where term >= ? and term < ?', [
    prefix,
    `${prefix}\u{10FFFF}`,
  ])
  // better-sqlite3 answers at once; only the type allows for a promise.
  return (rows as { term: string }[]).map((row) => row.term)
}

function quote(term: string): string {
  return `"${term.replaceAll('"', '""')}"`
}
