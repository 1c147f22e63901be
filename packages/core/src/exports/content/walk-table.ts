import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Context } from '../../context.ts'
import type { Reader } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { readInTurn } from './read-in-turn.ts'

/** Small, and with pauses between them: an archive is to slow nobody down. */
const BATCH = 200

export interface Table {
  name: keyof Tables
  /** Columns that stay here: credentials, and what the service keeps for itself. What is sealed always does. */
  without?: readonly string[]
  /** What its rows are told apart by, within a workspace. */
  key?: readonly string[]
  /** Only rows for which this column has this value. */
  only?: { column: string; value: string }
}

type Row = Record<string, unknown>

/**
 * The rows of a table that belong to the caller's workspace, in the order of their key, some at a time.
 */
export async function* walkTable(
  context: Pick<Context, 'store' | 'exportTurns' | 'caller'>,
  { name, without = [], key, only }: Table,
): AsyncIterable<Row[]> {
  const { workspace_id } = context.caller
  let last: Row | undefined
  for (;;) {
    const take = async ({ db, tables }: Reader): Promise<Row[]> => {
      const table: PgTable = tables[name]
      const columns: Record<string, PgColumn> = getTableColumns(table)
      const at = (column: string): PgColumn => columns[column] ?? missing(name, column)
      // As the indexes have them: of a contact or an enrollment by time, of the workspace by id.
      const order = key ?? (only && 'created_at' in columns ? ['created_at', 'id'] : ['id'])
      return db
        .select(columns)
        .from(table)
        .where(
          and(
            eq(at('workspace_id'), workspace_id),
            only && eq(at(only.column), only.value),
            last && behind(order.map(at), order, last),
          ),
        )
        .orderBy(...order.map((column) => asc(at(column))))
        .limit(BATCH)
    }
    const rows = await readInTurn(context, () => context.store.read(take))
    if (rows.length === 0) return
    last = rows.at(-1)
    const stays = (column: string) => without.includes(column) || column.startsWith('sealed_')
    yield rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !stays(column))))
    if (rows.length < BATCH) return
  }
}

/** Compared as a row, which an index goes on from; of an `or` it would be read from its beginning. */
function behind(columns: readonly PgColumn[], names: readonly string[], last: Row): SQL {
  const values = names.map((name) => sql`${last[name]}`)
  return sql`(${sql.join([...columns], sql`, `)}) > (${sql.join(values, sql`, `)})`
}

function missing(table: string, column: string): never {
  throw new Error(`${table} has no column ${column}`)
}
