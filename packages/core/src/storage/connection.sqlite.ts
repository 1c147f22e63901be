import type Sqlite from 'better-sqlite3'
import { fillPlaceholders } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import type { Connection, PreparedStatement, Selection } from './connection.ts'
import { sqliteDialect } from './dialect.sqlite.ts'

/** @param settled see `Connection` */
export function connectSqlite(sqlite: Sqlite.Database, settled: () => string): Connection {
  const statements = new Map<string, Sqlite.Statement>()
  const selects = new Map<string, Select>()
  function statementOf(sql: string): Sqlite.Statement {
    const known = statements.get(sql)
    if (known) return known
    const statement = sqlite.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  return {
    dialect: sqliteDialect,
    // The builders of both engines behave alike in all that the stores use (see columns.ts).
    builders: drizzle(sqlite) as unknown as Connection['builders'],
    statementName: (name) => name,
    settled,
    statements: new Map(),
    execute<T>(statement: PreparedStatement<T>, values: Record<string, unknown>): T {
      // On this driver `execute` answers a promise that can also be had at once.
      return (statement.execute(values) as unknown as { sync(): T }).sync()
    },
    select(name, build, values) {
      let select = selects.get(name)
      if (!select) {
        select = compileSelect(sqlite, build())
        selects.set(name, select)
      }
      return select(values)
    },
    rows: <T>(sql: string, values: readonly unknown[]) => statementOf(sql).all(...values) as T[],
    run: (sql, values) => statementOf(sql).run(...values).changes,
  }
}

type Select = (values: Record<string, unknown>) => unknown[]

/** The driver's rows are ours but for JSON, which it has as text, and for truth, which it has as 0 and 1. */
function compileSelect(sqlite: Sqlite.Database, { columns, statement }: Selection): Select {
  const { sql, params } = statement.toSQL()
  const query = sqlite.prepare<unknown[], Record<string, unknown>>(sql)
  const ofType = (type: string) => Object.keys(columns).filter((key) => columns[key]?.dataType === type)
  const [json, booleans] = [ofType('json'), ofType('boolean')]
  return (values) => {
    const rows = query.all(...fillPlaceholders(params, values))
    for (const row of rows) {
      for (const key of json) row[key] = parseJson(row[key])
      for (const key of booleans) row[key] = row[key] === null ? null : row[key] === 1
    }
    return rows
  }
}

function parseJson(text: unknown): unknown {
  if (typeof text !== 'string') return text
  return text === '{}' ? {} : JSON.parse(text)
}
