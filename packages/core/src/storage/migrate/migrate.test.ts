import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import {
  generateDrizzleJson,
  generateMigration,
  generateSQLiteDrizzleJson,
  generateSQLiteMigration,
} from 'drizzle-kit/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshPostgresDatabase } from '../../../../../test/postgres/databases.ts'
import { ENGINES, type Engine } from '../../../test/instance.ts'
import { MIGRATIONS_FOLDER } from '../../migrations.ts'
import { openDatabase } from '../open.ts'
import { postgresColumns } from '../postgres/columns.postgres.ts'
import { sqliteColumns } from '../sqlite/columns.sqlite.ts'
import { lockSqlite } from '../sqlite/open.sqlite.ts'
import { defineTables } from '../tables/tables.ts'

/** The tables as the newest committed migration leaves them. */
function snapshotOf(engine: Engine) {
  return JSON.parse(readFileSync(fileURLToPath(new URL(`${engine}/meta/snapshot.json`, MIGRATIONS_FOLDER)), 'utf8'))
}

test.each(ENGINES)('the migrations for %s keep one snapshot, that of the newest', (engine) => {
  const folder = fileURLToPath(new URL(`${engine}/meta/`, MIGRATIONS_FOLDER))
  expect(readdirSync(folder).toSorted(), 'pnpm migration replaces the snapshot').toEqual([
    '_journal.json',
    'checksums.json',
    'snapshot.json',
  ])
})

test('the migrations for SQLite make exactly the tables of the schema', async () => {
  const { id, ...before } = snapshotOf('sqlite')
  const after = await generateSQLiteDrizzleJson(defineTables(sqliteColumns), id)
  expect(await generateSQLiteMigration({ id, ...before }, after)).toEqual([])
})

test('the migrations for PostgreSQL make exactly the tables of the schema', async () => {
  const before = snapshotOf('postgres')
  const after = generateDrizzleJson(defineTables(postgresColumns), before.id)
  expect(await generateMigration(before, after)).toEqual([])
})

test.each(ENGINES)('every migration for %s is as it was when it was frozen', (engine) => {
  const folder = fileURLToPath(new URL(`${engine}/`, MIGRATIONS_FOLDER))
  const parse = (name: string) => JSON.parse(readFileSync(`${folder}meta/${name}.json`, 'utf8'))
  const tags: string[] = parse('_journal').entries.map(({ tag }: { tag: string }) => tag)
  const checksums = tags.map((tag) => [tag, hash('sha256', readFileSync(`${folder}${tag}.sql`, 'utf8'))])
  expect(Object.fromEntries(checksums), 'pnpm migration --freeze keeps those of new ones').toEqual(parse('checksums'))
})

test('an SQLite file of an earlier release is not locked after a refusal to migrate it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'handrail-test-'))
  const database = join(folder, 'handrail.db')
  const release = new URL('../../../test/releases/0.1.0/sqlite.db.gz', import.meta.url)
  writeFileSync(database, gunzipSync(readFileSync(release)))
  const beforeMigrations = () => Promise.reject(new Error('no backup'))
  await expect(openDatabase({ database, beforeMigrations })).rejects.toThrow('no backup')
  lockSqlite(database)()
  rmSync(folder, { recursive: true })
})

describe('`pnpm migration`', { timeout: 120_000 }, () => {
  const core = fileURLToPath(new URL('../../..', import.meta.url))
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
  /** The PostgreSQL database that was made by the copy. */
  let made: string

  beforeAll(() => {
    const checkout = mkdtempSync(join(tmpdir(), 'handrail-migration-'))
    copy = join(checkout, 'core')
    for (const path of ['src', 'scripts', 'migrations', 'package.json'])
      cpSync(join(core, path), join(copy, path), { recursive: true })
    symlinkSync(join(core, 'node_modules'), join(copy, 'node_modules'), 'junction')
    // The tools of the whole checkout.
    symlinkSync(join(core, '../../node_modules'), join(checkout, 'node_modules'), 'junction')
  })
  afterAll(() => rmSync(join(copy, '..'), { recursive: true, force: true }))

  const migration = (...args: string[]) =>
    execFileSync(process.execPath, [join(copy, 'scripts/new-migration.mjs'), ...args], {
      cwd: tmpdir(),
      encoding: 'utf8',
      stdio: 'pipe',
    })
  const snapshotLines = (folder: string, engine: Engine) =>
    readFileSync(join(folder, 'migrations', engine, 'meta/snapshot.json'), 'utf8').split('\n').length
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

  test('adds a table to both engines, and to their snapshots no more than the table', async () => {
    const service = join(copy, 'src/storage/tables/service.ts')
    writeFileSync(service, readFileSync(service, 'utf8').replace('\n  return {', TAGS))
    expect(migration('badges')).toMatch(
      /^sqlite: migrations\/sqlite\/\d{4}_badges\.sql\npostgres: migrations\/postgres\/\d{4}_badges\.sql\n$/,
    )
    for (const engine of ENGINES) expect(snapshotLines(copy, engine) - snapshotLines(core, engine)).toBeLessThan(100)
    made = await freshPostgresDatabase()
    for (const key of [join(copy, 'test.db'), made]) {
      const output = execFileSync(process.execPath, ['--input-type=module', '-e', INSERT, key], { cwd: copy })
      expect(JSON.parse(String(output))).toEqual([row])
    }
  })

  test('refuses by name when a migration has changed that databases have seen', () => {
    const file = join(copy, 'migrations/postgres/0000_foundation.sql')
    const original = readFileSync(file, 'utf8')
    writeFileSync(file, `${original}-- a word more`)
    expect(() => migration('next')).toThrow('postgres: 0000_foundation has changed')
    const start = () =>
      execFileSync(process.execPath, ['--input-type=module', '-e', INSERT, made], { cwd: copy, stdio: 'pipe' })
    expect(start).toThrow('The migration 0000_foundation of this program is not the one that made the database')
    writeFileSync(file, original)
  })

  test('prepares one to be written by hand, which later ones follow', () => {
    const before = written().length
    expect(migration('by_hand', '--custom')).toContain('_by_hand.sql')
    // One file of SQL for each engine: journal, checksums and snapshot are replaced.
    expect(written()).toHaveLength(before + 2)
    expect(migration('nothing')).toContain('already')
  })
})
