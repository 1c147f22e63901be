import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import type { KeptTable } from './resource.ts'
import { postgresColumns } from './storage/postgres/columns.postgres.ts'
import { OTHER_CALLERS, PERSONS } from './storage/tables/persons.ts'
import { defineTables } from './storage/tables/tables.ts'
import { KEPT_TABLES, SERVICE_TABLES, tablesOf } from './tables.ts'

const tables = Object.entries<PgTable>(defineTables(postgresColumns))
const schema = new Map(
  tables.map(([name, table]) => [name, getTableConfig(table).columns.map((column) => column.name)]),
)

test('every table of the schema is declared by one resource or listed with a reason', () => {
  const declared = [...KEPT_TABLES.map(([name]) => name), ...Object.keys(SERVICE_TABLES)]
  expect(declared.toSorted()).toEqual([...schema.keys()].toSorted())
})

test('a table owned by a workspace, contact or enrollment has its column', () => {
  for (const [name, { of }] of KEPT_TABLES)
    if (of !== 'instance') expect(schema.get(name), name).toContain('workspace_id')
  for (const { name, column } of [...tablesOf('contact'), ...tablesOf('enrollment')])
    expect(schema.get(name), name).toContain(column)
})

test('a table with the id of a contact or enrollment is declared as owned by it, so that it is erased', () => {
  const erased = new Set<string>([...tablesOf('contact'), ...tablesOf('enrollment')].map(({ name }) => name))
  for (const [name, columns] of schema)
    if (columns.includes('contact_id') || columns.includes('enrollment_id')) expect(erased, name).toContain(name)
})

test('a column with a person of the customer is declared as such, or as one that names somebody else', () => {
  const declared = Object.entries(PERSONS).flatMap(([name, columns]) =>
    Object.keys(columns).map((column) => `${name}.${column}`),
  )
  const similar = [...schema].flatMap(([name, columns]) =>
    columns
      .filter((column) => /_by$|participant_id$|^person(?:_id)?$/.test(column))
      .map((column) => `${name}.${column}`),
  )
  expect([...declared, ...Object.keys(OTHER_CALLERS)].toSorted()).toEqual(similar.toSorted())
  // What changes with the primary contact is found by its enrollment.
  for (const name of Object.keys(PERSONS)) expect(schema.get(name), name).toContain('enrollment_id')
})

/**
 * The columns of a table's unique keys, by name, and of indexes that end with one; without the workspace, which begins
 * most of them.
 */
function keysOf(table: PgTable): string[] {
  const { columns, primaryKeys, indexes, uniqueConstraints } = getTableConfig(table)
  const named = (some: readonly object[]) => some.flatMap((one) => ('name' in one ? [String(one.name)] : []))
  const keys = [
    ...[...primaryKeys, ...uniqueConstraints].map((key) => named(key.columns)),
    ...indexes.filter(({ config }) => config.unique && !config.where).map(({ config }) => named(config.columns)),
    ...columns.filter(({ primary }) => primary).map(({ name }) => [name]),
  ]
  const own = keys.map((key) => key.filter((column) => column !== 'workspace_id').join())
  const ordered = indexes
    .filter(({ config }) => !config.where)
    .map(({ config }) => named(config.columns))
    .filter(([first, ...columns]) => first === 'workspace_id' && own.includes(columns.at(-1) ?? ''))
  return [...own, ...ordered.map(([, ...columns]) => columns.join())]
}

test('an archive reads a table in the order of an indexed unique key', () => {
  const declared = new Map<string, KeptTable>(KEPT_TABLES)
  for (const [name, table] of tables) {
    const kept = declared.get(name)
    const { key = ['id'], unarchived } = kept ?? {}
    if (kept && unarchived?.from !== 'all') expect(keysOf(table), name).toContain(key.join())
  }
})
