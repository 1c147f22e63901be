import * as pg from 'drizzle-orm/pg-core'
import { isoTime } from './iso-time.ts'

/** ISO 8601 in UTC with milliseconds in every row; timestamptz on PostgreSQL, text on SQLite. */
const pgTime = pg.customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp(3) with time zone',
  fromDriver: isoTime,
})

const pgBytes = pg.customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

/** Text in the order of its code points, as on SQLite, whatever the language of the database. */
const pgSortText = pg.customType<{ data: string }>({ dataType: () => 'text collate "C"' })

export const postgresColumns = {
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
