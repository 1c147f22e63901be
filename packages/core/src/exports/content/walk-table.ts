import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Context } from '../../context.ts'
import type { Reader } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { readInTurn } from './read-in-turn.ts'

/** Small, with pauses in between, so that an archive does not slow down other requests. */
const BATCH = 200

export interface Table {
  name: keyof Tables
  /** Columns that are omitted: credentials and internal ones. Encrypted columns are always omitted. */
  without?: readonly string[]
  /** The unique key of its rows within a workspace. */
  key?: readonly string[]
  /** Selects rows with this value in this column. */
  only?: { column: string; value: string }
}

type Row = Record<string, unknown>

/** Reads the rows of a table of the caller's workspace in batches, in the order of their key. */
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
      // The order of an index: by time for a contact or an enrollment, by id for the workspace.
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

/** A row comparison, which seeks in an index; an `or` would read it from the beginning. */
function behind(columns: readonly PgColumn[], names: readonly string[], last: Row): SQL {
  const values = names.map((name) => sql`${last[name]}`)
  return sql`(${sql.join([...columns], sql`, `)}) > (${sql.join(values, sql`, `)})`
}

function missing(table: string, column: string): never {
  throw new Error(`${table} has no column ${column}`)
}
