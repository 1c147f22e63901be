import { EventEmitter } from 'node:events'
import { chmodSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { fillPlaceholders } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { AppError } from '../errors.ts'
import { sqliteColumns } from './columns.ts'
import type { Connection, Database, PreparedStatement, Reader, Selection, Tx } from './database.ts'
import { sqliteDialect } from './dialect-sqlite.ts'
import { groupCommit } from './group-commit.ts'
import { defineTables } from './tables/tables.ts'

/** A busy wait stops the event loop, so it is short; what is still locked then is answered with `unavailable`. */
const BUSY_TIMEOUT_MS = 1500
const IN_MEMORY = ':memory:'
const TABLES = defineTables(sqliteColumns)

/** @param file path of the database file, or `:memory:` */
export function openSqlite(file: string): { database: Database; writer: Sqlite.Database } {
  const writer = new Sqlite(file, { timeout: BUSY_TIMEOUT_MS })
  writer.pragma('journal_mode = WAL')
  // The build's default in WAL mode is NORMAL, which may lose acknowledged writes in a power cut.
  writer.pragma('synchronous = FULL')
  writer.pragma('foreign_keys = ON')
  // Fewer checkpoints: each rewrites every page that changed since the last, within somebody's commit.
  writer.pragma('wal_autocheckpoint = 4000')
  writer.pragma('cache_size = -16000')
  if (file !== IN_MEMORY) chmodSync(file, 0o600)
  const reader = file === IN_MEMORY ? writer : new Sqlite(file, { timeout: BUSY_TIMEOUT_MS, readonly: true })
  if (reader !== writer) reader.pragma('cache_size = -16000')

  const writing = connect(writer)
  const reading: Reader = handle(reader === writer ? writing : connect(reader))
  const channels = new EventEmitter()
  const queue = groupCommit(
    writer,
    (afterCommit): Tx => ({
      ...handle(writing),
      db: writing.builders,
      afterCommit,
      notify: (channel) => afterCommit(() => void channels.emit(channel)),
    }),
  )

  const database: Database = {
    engine: 'sqlite',
    async read(work) {
      try {
        return await work(reading)
      } catch (error) {
        throw sqliteDialect.translate(error)
      }
    },
    write: queue.write,
    listen(channel, wake) {
      channels.on(channel, wake)
      return () => void channels.off(channel, wake)
    },
    async close() {
      await queue.close()
      if (reader !== writer) reader.close()
      if (writer.open) writer.close()
    },
  }
  return { database, writer }
}

function handle(connection: Connection): Reader {
  return { connection, tables: connection.tables, db: connection.builders }
}

function connect(sqlite: Sqlite.Database): Connection {
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
    tables: TABLES,
    // The builders of both engines behave alike in all that the stores use (see columns.ts).
    builders: drizzle(sqlite) as unknown as Connection['builders'],
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

/** The driver's rows are ours but for JSON, which it has as text. */
function compileSelect(sqlite: Sqlite.Database, { columns, statement }: Selection): Select {
  const { sql, params } = statement.toSQL()
  const query = sqlite.prepare<unknown[], Record<string, unknown>>(sql)
  const json = Object.keys(columns).filter((key) => columns[key]?.dataType === 'json')
  return (values) => {
    const rows = query.all(...fillPlaceholders(params, values))
    for (const row of rows) for (const key of json) row[key] = parseJson(row[key])
    return rows
  }
}

function parseJson(text: unknown): unknown {
  if (typeof text !== 'string') return text
  return text === '{}' ? {} : JSON.parse(text)
}

/** Refuses to be the second process that serves one file. The lock goes with the process, however it ends. */
export function lockSqlite(file: string): () => void {
  const lock = new Sqlite(`${file}.lock`, { timeout: 0 })
  try {
    lock.pragma('journal_mode = MEMORY')
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    throw new AppError(
      'unavailable',
      `Another Handrail process is using ${file}. Stop it, or give this one another data folder (several processes need PostgreSQL: DATABASE_URL)`,
      { cause: error },
    )
  }
  return () => lock.close()
}
