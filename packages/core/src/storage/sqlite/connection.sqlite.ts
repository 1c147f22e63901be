import type Sqlite from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import type { Compilable, Connection, PreparedStatement, Selection } from '../connection.ts'
import { compileParameters } from '../parameters.ts'
import { sqliteDialect } from './dialect.sqlite.ts'

/** What precedes the statements of a connection that only reads, but for what the builders read themselves. */
export interface Reading {
  /** What is awaited first. */
  pause(): Promise<void> | undefined
  /** Called at once before the statement. */
  begun(): void
}

const AT_ONCE: Reading = { pause: () => undefined, begun: () => undefined }

/** @param settled see `Connection` */
export function connectSqlite(
  sqlite: Sqlite.Database,
  settled: () => string,
  { pause, begun }: Reading = AT_ONCE,
): Connection {
  const statements = new Map<string, Sqlite.Statement>()
  const selects = new Map<string, Select>()
  const changes = new Map<string, Change>()
  function statementOf(sql: string): Sqlite.Statement {
    const known = statements.get(sql)
    if (known) return known
    const statement = sqlite.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  function change(name: string, build: () => Compilable<unknown>, values: Values): number {
    let run = changes.get(name)
    if (!run) {
      run = compileChange(sqlite, build())
      changes.set(name, run)
    }
    return run(values)
  }
  function read<T>(run: () => T): Promise<T> | T {
    const waiting = pause()
    if (waiting)
      return waiting.then(() => {
        begun()
        return run()
      })
    begun()
    return run()
  }
  const connection: Connection = {
    dialect: sqliteDialect,
    // The builders of both engines behave alike in all that the stores use (see columns.ts).
    builders: drizzle(sqlite) as unknown as Connection['builders'],
    statementName: (name) => name,
    settled,
    statements: new Map(),
    seen: new Set(),
    counterShard: 0,
    execute: <T>(statement: PreparedStatement<T>, values: Record<string, unknown>) =>
      // A cast, because on this driver `execute` answers a promise that can also be had at once, which the shared type does not say.
      read(() => (statement.execute(values) as unknown as { sync(): T }).sync()),
    select: (name, build, values) =>
      read(() => {
        let select = selects.get(name)
        if (!select) {
          select = compileSelect(sqlite, build())
          selects.set(name, select)
        }
        return select(values)
      }),
    change,
    send(name, build, values, unchanged) {
      if (change(name, build, values) === 0 && unchanged) throw unchanged()
    },
    // What answers rows is never posted on this engine.
    post: (sql, values) => void statementOf(sql).run(...values),
    settle: () => undefined,
    rows: <T>(sql: string, values: readonly unknown[]) => read(() => statementOf(sql).all(...values) as T[]),
    run: (sql, values) => statementOf(sql).run(...values).changes,
    together: (work) => work(connection),
  }
  return connection
}

type Values = Record<string, unknown>
type Select = (values: Values) => unknown[]
type Change = (values: Values) => number

/** The driver's rows are ours but for JSON, which it has as text, and for truth, which it has as 0 and 1. */
function compileSelect(sqlite: Sqlite.Database, { columns, statement }: Selection): Select {
  const { sql, params } = statement.toSQL()
  const bind = compileParameters(params)
  const keys = Object.keys(columns)
  const ofType = (type: string) => keys.filter((key) => columns[key]?.dataType === type)
  const [json, booleans] = [ofType('json'), ofType('boolean')]
  const decode = (row: Values) => {
    for (const key of json) row[key] = parseJson(row[key])
    for (const key of booleans) row[key] = row[key] === null ? null : row[key] === 1
    return row
  }
  if (keys.every((key) => columns[key]?.name === key)) {
    const query = sqlite.prepare<[unknown[]], Values>(sql)
    return (values) => query.all(bind(values)).map(decode)
  }
  const query = sqlite.prepare<[unknown[]], unknown[]>(sql).raw()
  return (values) => query.all(bind(values)).map((row) => decode(named(keys, row)))
}

function named(keys: string[], row: unknown[]): Values {
  const record: Values = {}
  for (let index = 0; index < keys.length; index++) record[keys[index] as string] = row[index]
  return record
}

function compileChange(sqlite: Sqlite.Database, statement: Compilable<unknown>): Change {
  const { sql, params } = statement.toSQL()
  const bind = compileParameters(params)
  const query = sqlite.prepare<[unknown[]]>(sql)
  return (values) => query.run(bind(values)).changes
}

function parseJson(text: unknown): unknown {
  if (typeof text !== 'string') return text
  return text === '{}' ? {} : JSON.parse(text)
}
