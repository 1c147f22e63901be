import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { postgresColumns } from '../postgres/columns.postgres.ts'
import { defineTables } from './tables.ts'

const tables = Object.entries<PgTable>(defineTables(postgresColumns)).map(([key, table]) => ({
  key,
  ...getTableConfig(table),
}))

test('a table is called by its own name', () => {
  for (const { key, name } of tables) expect(key).toBe(name)
})

test('the name of a unique index ends with its last column: PostgreSQL tells of a violation by that name alone', () => {
  const unique = tables.flatMap(({ name, indexes, uniqueConstraints }) => [
    ...indexes
      .filter(({ config }) => config.unique)
      .map(({ config }) => ({ table: name, name: config.name, last: config.columns.at(-1) as PgColumn })),
    ...uniqueConstraints.map((one) => ({ table: name, name: one.getName(), last: one.columns.at(-1) as PgColumn })),
  ])
  expect(unique.length).toBeGreaterThan(10)
  for (const { table, name, last } of unique) expect(name).toBe(`${table}_${last.name}_unique`)
})
