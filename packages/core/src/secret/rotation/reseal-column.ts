import { and, asc, eq, getTableColumns, isNotNull, like, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Store, Tx } from '../../storage/database.ts'
import { withSecureDelete } from '../../storage/steps/secure-delete.ts'
import { inSteps } from '../../storage/steps/steps.ts'
import type { SealedColumn } from './columns.ts'

/** Encrypts one text anew. @returns undefined where it needs nothing, or cannot be read */
export type Reencrypt = (sealed: string) => string | undefined

type Row = Record<string, unknown>

/**
 * Encrypts all texts of a column anew, in transactions of milliseconds. A row that is changed meanwhile is left as it is.
 * @returns how many rows were changed
 */
export async function resealColumn(store: Store, column: SealedColumn, reencrypt: Reencrypt): Promise<number> {
  let last: Row | undefined
  let changed = 0
  const step = async (tx: Tx, limit: number) => {
    const rows = await someRows(tx, column, { last, limit })
    const count = await withSecureDelete(tx, () => resealRows(tx, column, rows, reencrypt))
    tx.afterCommit(() => {
      last = rows.at(-1) ?? last
      changed += count
    })
    return rows.length
  }
  while (!(await inSteps(store, step)));
  return changed
}

function columnsOf(tx: Tx, { table: name }: SealedColumn) {
  const table: PgTable = tx.tables[name]
  const columns: Record<string, PgColumn> = getTableColumns(table)
  const at = (column: string): PgColumn => {
    const found = columns[column]
    if (!found) throw new Error(`${name} has no column ${column}`)
    return found
  }
  return { table, at }
}

async function someRows(tx: Tx, sealed: SealedColumn, { last, limit }: { last: Row | undefined; limit: number }) {
  const { table, at } = columnsOf(tx, sealed)
  const { key, column, having } = sealed
  const names = [...key, column]
  return tx.db
    .select(Object.fromEntries(names.map((name) => [name, at(name)])))
    .from(table)
    .where(
      and(
        isNotNull(at(column)),
        having === undefined ? undefined : like(at(column), `%${having}%`),
        last && isBehind(key.map(at), key, last),
      ),
    )
    .orderBy(...key.map((name) => asc(at(name))))
    .limit(limit)
}

/** A row comparison, which seeks in the index of the primary key. */
function isBehind(columns: readonly PgColumn[], names: readonly string[], last: Row): SQL {
  const values = names.map((name) => sql`${last[name]}`)
  return sql`(${sql.join([...columns], sql`, `)}) > (${sql.join(values, sql`, `)})`
}

async function resealRows(tx: Tx, sealed: SealedColumn, rows: Row[], reencrypt: Reencrypt): Promise<number> {
  const { table, at } = columnsOf(tx, sealed)
  const { key, column, resealValue } = sealed
  let changed = 0
  for (const row of rows) {
    const given = row[column]
    let isNew = false
    const reseal = (text: string) => {
      const fresh = reencrypt(text)
      isNew ||= fresh !== undefined
      return fresh ?? text
    }
    const value = resealValue ? resealValue(given, reseal) : reseal(String(given))
    if (!isNew) continue
    const isAsRead =
      typeof given === 'string' ? eq(at(column), given) : sql`cast(${at(column)} as text) = ${JSON.stringify(given)}`
    await tx.db
      .update(table)
      .set({ [column]: value })
      .where(and(...key.map((name) => eq(at(name), row[name])), isAsRead))
    changed++
  }
  return changed
}
