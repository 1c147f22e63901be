import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  generateDrizzleJson,
  generateMigration,
  generateSQLiteDrizzleJson,
  generateSQLiteMigration,
} from 'drizzle-kit/api'
import { expect, test } from 'vitest'
import { MIGRATIONS_FOLDER } from '../migrations.ts'
import { sqliteColumns } from './columns.ts'
import * as postgresSchema from './schema-postgres.ts'
import * as sqliteSchema from './schema-sqlite.ts'
import { defineTables } from './tables/tables.ts'

/** What the newest committed migration left behind. */
function newestSnapshot(engine: 'sqlite' | 'postgres') {
  const folder = fileURLToPath(new URL(`${engine}/meta/`, MIGRATIONS_FOLDER))
  const newest = readdirSync(folder)
    .filter((file) => file.endsWith('_snapshot.json'))
    .toSorted()
    .at(-1)
  return JSON.parse(readFileSync(`${folder}${newest}`, 'utf8'))
}

test('the migrations for SQLite make exactly the tables of the schema', async () => {
  const { id, ...before } = newestSnapshot('sqlite')
  const after = await generateSQLiteDrizzleJson({ ...sqliteSchema }, id)
  expect(await generateSQLiteMigration({ id, ...before }, after)).toEqual([])
})

test('the migrations for PostgreSQL make exactly the tables of the schema', async () => {
  const before = newestSnapshot('postgres')
  const after = generateDrizzleJson({ ...postgresSchema }, before.id)
  expect(await generateMigration(before, after)).toEqual([])
})

test('every table is one that migrations are generated for', () => {
  const tables = Object.keys(defineTables(sqliteColumns)).toSorted()
  expect(Object.keys(sqliteSchema).toSorted()).toEqual(tables)
  expect(Object.keys(postgresSchema).toSorted()).toEqual(tables)
})
