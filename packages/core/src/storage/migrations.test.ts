import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  generateDrizzleJson,
  generateMigration,
  generateSQLiteDrizzleJson,
  generateSQLiteMigration,
} from 'drizzle-kit/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshPostgresDatabase } from '../../../../test/databases.ts'
import { ENGINES, type Engine } from '../../test/instance.ts'
import { MIGRATIONS_FOLDER } from '../migrations.ts'
import { postgresColumns, sqliteColumns } from './columns.ts'
import { defineTables } from './tables/tables.ts'

/** What the newest committed migration left behind. */
function newestSnapshot(engine: Engine) {
  const folder = fileURLToPath(new URL(`${engine}/meta/`, MIGRATIONS_FOLDER))
  const newest = readdirSync(folder)
    .filter((file) => file.endsWith('_snapshot.json'))
    .toSorted()
    .at(-1)
  return JSON.parse(readFileSync(`${folder}${newest}`, 'utf8'))
}

test('the migrations for SQLite make exactly the tables of the schema', async () => {
  const { id, ...before } = newestSnapshot('sqlite')
  const after = await generateSQLiteDrizzleJson(defineTables(sqliteColumns), id)
  expect(await generateSQLiteMigration({ id, ...before }, after)).toEqual([])
})

test('the migrations for PostgreSQL make exactly the tables of the schema', async () => {
  const before = newestSnapshot('postgres')
  const after = generateDrizzleJson(defineTables(postgresColumns), before.id)
  expect(await generateMigration(before, after)).toEqual([])
})

describe('`pnpm migration`', () => {
  const core = fileURLToPath(new URL('../..', import.meta.url))
  const TAGS = `
  const badges = table(
    'badges',
    { workspace_id: id().notNull(), id: id().notNull(), name: text().notNull(), since: time() },
    (t) => [primaryKey({ columns: [t.workspace_id, t.id] }), index('badges_name').on(t.workspace_id, t.name)],
  )

  return { badges,`
  const row = { workspace_id: crypto.randomUUID(), id: crypto.randomUUID(), name: 'One', since: null }
  const INSERT = `
    import { openDatabase } from './src/storage/open.ts'
    const database = await openDatabase({ database: process.argv[1] })
    await database.write(({ db, tables: { badges } }) => db.insert(badges).values(${JSON.stringify(row)}))
    console.log(JSON.stringify(await database.read(({ db, tables: { badges } }) => db.select().from(badges))))
    await database.close()`
  let copy: string

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'handrail-migration-'))
    for (const path of ['src', 'scripts', 'migrations', 'package.json'])
      cpSync(join(core, path), join(copy, path), { recursive: true })
    symlinkSync(join(core, 'node_modules'), join(copy, 'node_modules'), 'junction')
  })
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  const migration = (...args: string[]) =>
    execFileSync(process.execPath, [join(copy, 'scripts/new-migration.mjs'), ...args], {
      cwd: tmpdir(),
      encoding: 'utf8',
      stdio: 'pipe',
    })
  const written = () =>
    ENGINES.flatMap((engine) => readdirSync(join(copy, 'migrations', engine), { recursive: true, encoding: 'utf8' }))

  test('writes nothing where there is nothing to do, nor for what is no name', () => {
    const before = written()
    expect(migration('nothing')).toBe(
      'sqlite: the migrations make these tables already\npostgres: the migrations make these tables already\n',
    )
    expect(() => migration('../badges')).toThrow('Give the migration a name')
    expect(written()).toEqual(before)
  })

  test('adds a table to both engines', async () => {
    const service = join(copy, 'src/storage/tables/service.ts')
    writeFileSync(service, readFileSync(service, 'utf8').replace('\n  return {', TAGS))
    expect(migration('badges')).toMatch(
      /^sqlite: migrations\/sqlite\/\d{4}_badges\.sql\npostgres: migrations\/postgres\/\d{4}_badges\.sql\n$/,
    )
    for (const place of [join(copy, 'test.db'), await freshPostgresDatabase()]) {
      const output = execFileSync(process.execPath, ['--input-type=module', '-e', INSERT, place], { cwd: copy })
      expect(JSON.parse(String(output))).toEqual([row])
    }
  })

  test('prepares one to be written by hand, which later ones follow', () => {
    const before = written().length
    expect(migration('by_hand', '--custom')).toContain('_by_hand.sql')
    expect(written()).toHaveLength(before + 4)
    expect(migration('nothing')).toContain('already')
  })
})
