import * as sqlite from 'drizzle-orm/sqlite-core'
import type { Columns } from '../columns.ts'

const columns = {
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

// The builders of the two engines behave alike in all that this vocabulary uses, but share no type: the one cast.
export const sqliteColumns = columns as unknown as Columns
