import Sqlite from 'better-sqlite3'
import pg from 'pg'
import type { Statement } from './statements.ts'

/** Tables that grow with usage, and must not be read or sorted whole for a page. */
const GROWING =
  /^(contacts|organisations|enrollments|enrollment_steps|daily_mail_schedules|daily_mails|events|webhook_deliveries|emails|audit_entries|files|messages|imports|import_rows|tombstones)$/

/** A page of a workspace's records in the order of an index, which reads only the rows of the page. */
const PAGE =
  /where \(?(?:"\w+"\.)?"workspace_id" = \+?\?(?: and "\w+"\."deleted_at" is null\)| and "\w+"\."read_at" is null\)| and "\w+"\."(?:domain|organisation_id)" is (?:not )?null\)| and "\w+"\."deleted_at" is null and (?:"\w+"\."organisation_id" is null|not "\w+"\."is_enrolled")\)| and "\w+"\."is_latest" and "\w+"\."\w+" is (?:not )?null\)| and "\w+"\."contacts_count" > 0\)| and "\w+"\."is_open" and "\w+"\."is_team"\))?(?: order by [^()]*)? limit /i

/**
 * A count without a limit. An enrollment has few files and messages, and deletions are kept for a limited time and
 * counted by their index.
 */
const COUNTS_ALL =
  /^select count\(\*\)(?: as \w+)? from "(contacts|organisations|enrollments|events|webhook_deliveries|emails|audit_entries)"/i

/** Checks which tables a select reads or sorts whole. */
export interface Judge {
  /** @param atMost maximum number of rows that may be read or sorted for a page */
  faultsOf(statement: Statement, atMost: number): Promise<string[]>
  close(): Promise<void>
}

/** Without statistics, which the service never gathers, SQLite plans only by the indexes. */
export function judgeOnSqlite(file: string): Judge {
  const database = new Sqlite(file, { readonly: true })
  return {
    async faultsOf({ sql, values }, atMost) {
      const [, counted] = COUNTS_ALL.exec(sql) ?? []
      if (counted) return [`counts all ${counted}`]
      const steps = database.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all(...values)
      return steps.flatMap(({ detail }) => {
        if (/^USE TEMP B-TREE FOR .*ORDER BY$/.test(detail))
          return sorted(database, { sql, values }) > atMost ? ['sorts'] : []
        const [, how = '', name = '', found] = /^(SCAN|SEARCH) (\w+)(?:.*\(([^)]*)\)|.*)$/.exec(detail) ?? []
        const table = tableOf(sql, name)
        if (!GROWING.test(table)) return []
        if (how === 'SCAN') return [`reads all ${table}`]
        return found === 'workspace_id=?' && !PAGE.test(sql) ? [`walks ${table}`] : []
      })
    },
    close: async () => void database.close(),
  }
}

/** The table of an alias. */
function tableOf(sql: string, name: string): string {
  const [, table = name] = new RegExp(`(?:from|join) "?(\\w+)"? (?:as )?"?${name}"?\\b`, 'i').exec(sql) ?? []
  return GROWING.test(table) ? table : name
}

const LAST_LIMIT = / limit (\S+)(?: offset (\S+))?$/i

/** The number of rows that a statement sorts: those that it would return without its limit. */
function sorted(database: Sqlite.Database, { sql, values }: Statement): number {
  const all = sql.replace(
    LAST_LIMIT,
    (_all, limit: string, offset = '0') => ` limit max(${limit}, 1000000000) offset min(${offset}, 0)`,
  )
  return (
    database.prepare<unknown[], { count: number }>(`select count(*) as count from (${all})`).get(...values)?.count ?? 0
  )
}

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}

/**
 * Plans as the service does (storage/postgres/open.postgres.ts), with current statistics. The choice of indexes
 * depends on them, so the check counts the rows that are read.
 */
export function judgeOnPostgres(url: string): Judge {
  const client = new pg.Client({ connectionString: url, options: '-c enable_seqscan=off -c jit=off' })
  const connected = client.connect()
  return {
    async faultsOf({ sql, values }, atMost) {
      await connected
      const explained = `explain (analyze, timing off, format json) ${sql}`
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Node }[] }>(explained, values)
      // A count has its own limit.
      const most = /^select count\(\*\) from \(/i.test(sql) ? Math.max(atMost, Number(values.at(-1))) : atMost
      return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => readTooMuch(Plan, most + A_PAGE)))
    },
    close: () => client.end(),
  }
}

/** Rows of the previous and the next page. */
const A_PAGE = 200

function readTooMuch(node: Node, atMost: number): string[] {
  const { 'Node Type': type, 'Relation Name': table = '', Plans: parts = [] } = node
  const below = parts.flatMap((part) => readTooMuch(part, atMost))
  if (!GROWING.test(table)) return below
  if (type === 'Seq Scan') return [`reads all ${table}`, ...below]
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const read = (node['Actual Rows'] + removed) * node['Actual Loops']
  return read > atMost ? [`reads ${read} of ${table}`, ...below] : below
}
