import * as pg from 'drizzle-orm/pg-core'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { isoTime } from './postgres/iso-time.ts'

/** ISO 8601 in UTC with milliseconds in every row; timestamptz on PostgreSQL, text on SQLite. */
const pgTime = pg.customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp(3) with time zone',
  fromDriver: isoTime,
})

const pgBytes = pg.customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

/** Text in the order of its code points, as on SQLite, whatever the language of the database. */
const pgSortText = pg.customType<{ data: string }>({ dataType: () => 'text collate "C"' })

const pgColumns = {
  table: pg.pgTable,
  id: () => pg.uuid(),
  /** Text; `text<Status>()` where it has few values. */
  text: <T extends string = string>() => pg.text().$type<T>(),
  /** Text that rows are sorted by. */
  sortText: () => pgSortText(),
  integer: () => pg.integer(),
  bigint: () => pg.bigint({ mode: 'number' }),
  real: () => pg.doublePrecision(),
  boolean: () => pg.boolean(),
  time: () => pgTime(),
  bytes: () => pgBytes(),
  /** `json`, not `jsonb`: what was given is kept, the order of its keys too. */
  json: <T>() => pg.json().$type<T>(),
  /** The number of a row in the order of insertion. Not for the wire: the full-text index of SQLite refers to it. */
  sequence: () => pg.bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
  index: pg.index,
  uniqueIndex: pg.uniqueIndex,
  /** What a foreign key may refer to. */
  unique: pg.unique,
  primaryKey: pg.primaryKey,
  /** The columns of an index that differs between the engines. */
  byEngine: <T>({ postgres }: Record<'sqlite' | 'postgres', [T, ...T[]]>) => postgres,
  foreignKey: pg.foreignKey,
}

/** The vocabulary that `defineTables` is written in. */
export type Columns = typeof pgColumns

const sqliteColumnsOwn = {
  table: sqlite.sqliteTable,
  id: () => sqlite.text(),
  text: <T extends string = string>() => sqlite.text().$type<T>(),
  sortText: () => sqlite.text(),
  integer: () => sqlite.integer(),
  bigint: () => sqlite.integer(),
  real: () => sqlite.real(),
  boolean: () => sqlite.integer({ mode: 'boolean' }),
  time: () => sqlite.text(),
  bytes: () => sqlite.blob({ mode: 'buffer' }),
  json: <T>() => sqlite.text({ mode: 'json' }).$type<T>(),
  sequence: () => sqlite.integer().primaryKey(),
  index: sqlite.index,
  uniqueIndex: sqlite.uniqueIndex,
  unique: sqlite.unique,
  primaryKey: sqlite.primaryKey,
  byEngine: <T>({ sqlite }: Record<'sqlite' | 'postgres', [T, ...T[]]>) => sqlite,
  foreignKey: sqlite.foreignKey,
}

export const postgresColumns: Columns = pgColumns

// The builders of the two engines behave alike in all that this vocabulary uses, but share no type: the one cast.
export const sqliteColumns = sqliteColumnsOwn as unknown as Columns
