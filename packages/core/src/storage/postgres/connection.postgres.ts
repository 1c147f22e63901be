import { hash } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Compilable, Connection, Selection } from '../connection.ts'
import type { Dialect } from '../dialect.ts'
import { compileParameters } from '../parameters.ts'
import type { SettledTime } from './clock.postgres.ts'
import { isoTime } from './iso-time.ts'
import type { Place } from './place.postgres.ts'
import { Sender } from './sender.postgres.ts'

/** The name of a statement that the server does not keep. */
export function unnamed(): string {
  return ''
}

/**
 * Short names for statements, the same on every connection of a pool: each prepares one at its first use.
 * @param place of the statements; on a pool of another owner a name means the same to all that use it
 */
export function statementNames({ pool, pooler, schema }: Place): (statement: string) => string {
  // The next transaction may be on another connection of the pooler, which would not know them.
  if (pooler !== undefined) return unnamed
  const names = new Map<string, string>()
  return (statement) => {
    const last = pool ? hash('sha256', `${schema} ${statement}`).slice(0, 32) : names.size
    const name = names.get(statement) ?? `handrail_${last}`
    names.set(statement, name)
    return name
  }
}

interface ConnectionOptions {
  nameOf(sql: string): string
  settled: SettledTime
  dialect: Dialect
  seen: Set<string>
  counterShard: number
  /** On a pool: runs work on one of its connections. */
  together?: Connection['together']
}

/** What sends statements: a pool, or the sender of a connection. */
type Driver = pg.Pool | Sender

export function connectPostgres(
  driver: Driver,
  { nameOf, settled, dialect, seen, counterShard, together }: ConnectionOptions,
): Connection {
  const selects = new Map<string, Select>()
  const changes = new Map<string, Change>()
  const sender = driver instanceof Sender ? driver : undefined
  const ask = (config: pg.QueryConfig): Promise<pg.QueryResult> => driver.query(config)
  const query = (sql: string, values: readonly unknown[]) => ask({ name: nameOf(sql), text: sql, values: [...values] })
  function changeNamed(name: string, build: () => Compilable<unknown>): Change {
    const known = changes.get(name)
    if (known) return known
    const change = compileChange(nameOf(name), build())
    changes.set(name, change)
    return change
  }
  const connection: Connection = {
    dialect,
    // Of the driver, the builders call `query` alone.
    builders: drizzle(driver as pg.Pool),
    statementName: nameOf,
    settled: () => settled(ask),
    statements: new Map(),
    seen,
    counterShard,
    execute: (statement, values) => statement.execute(values),
    async select(name, build, values) {
      let select = selects.get(name)
      if (!select) {
        select = compileSelect(nameOf(name), build())
        selects.set(name, select)
      }
      const { statement, named } = select
      const { rows } = await ask(statement(values))
      return rows.map(named)
    },
    change: async (name, build, values) => (await ask(changeNamed(name, build)(values))).rowCount ?? 0,
    send: (name, build, values, unchanged) => senderOf(sender).send(changeNamed(name, build)(values), unchanged),
    settle: () => sender?.settle(),
    together: (work) => (together ? together(work) : work(connection)),
    rows: async (sql, values) => (await query(sql, values)).rows,
    run: async (sql, values) => (await query(sql, values)).rowCount ?? 0,
    post: (sql, values, outcome) =>
      senderOf(sender).post({ name: nameOf(sql), text: sql, values: [...values] }, outcome),
  }
  return connection
}

function senderOf(sender: Sender | undefined): Sender {
  if (!sender) throw new Error('Only a transaction sends statements without waiting')
  return sender
}

type Values = Record<string, unknown>
type Change = (values: Values) => pg.QueryConfig

interface Select {
  statement(values: Values): pg.QueryArrayConfig
  named(row: unknown[]): Values
}

/** The rows have their columns in the order of the selection, since those of joined tables may have one name. */
function compileSelect(name: string, { columns, statement }: Selection): Select {
  const { sql: text, params } = statement.toSQL()
  const bind = compileParameters(params)
  const keys = Object.keys(columns)
  return {
    statement: (values) => ({ name, text, values: bind(values), rowMode: 'array', types: COLUMN_TYPES }),
    named(row) {
      const record: Values = {}
      for (let index = 0; index < keys.length; index++) record[keys[index] as string] = row[index]
      return record
    },
  }
}

function compileChange(name: string, statement: Compilable<unknown>): Change {
  const { sql: text, params } = statement.toSQL()
  const bind = compileParameters(params)
  return (values) => ({ name, text, values: bind(values) })
}

/** What the columns of our tables mean (columns.ts), without a date for each time. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.TIMESTAMPTZ, isoTime],
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.JSON, (text) => (text === '{}' ? {} : JSON.parse(text))],
])
const COLUMN_TYPES: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    PARSERS.get(id) ?? pg.types.getTypeParser(id, format as 'text'),
}
