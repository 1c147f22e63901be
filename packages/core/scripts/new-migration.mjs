// `pnpm migration NAME` writes what the tables have that the newest migrations lack, for both engines. Of each engine the
// repository keeps one snapshot of drizzle-kit, that of the newest migration: the next one is generated against it and
// replaces it. With `--custom` it writes an empty migration, to be filled in by hand. `--freeze` keeps the checksums of those
// that have none yet: from then on they never change.
import { hash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { parseArgs } from 'node:util'
import stringify from 'json-stringify-pretty-compact'

const ENGINES = {
  sqlite: {
    columns: 'sqliteColumns',
    snapshotOf: 'generateSQLiteDrizzleJson',
    statementsBetween: 'generateSQLiteMigration',
    order: ['version', 'dialect', 'id', 'prevId'],
  },
  postgres: {
    columns: 'postgresColumns',
    snapshotOf: 'generateDrizzleJson',
    statementsBetween: 'generateMigration',
    order: ['id', 'prevId', 'version', 'dialect'],
  },
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { custom: { type: 'boolean' }, freeze: { type: 'boolean' } },
})
const [name = ''] = positionals
for (const engine of Object.keys(ENGINES)) freeze(engine, values.freeze)
if (values.freeze) process.exit()
if (!/^[\w-]+$/.test(name) || positionals.length > 1) {
  console.error('Give the migration a name of letters, digits and _: pnpm migration NAME [--custom], or --freeze')
  process.exit(2)
}

// Nothing is written before both engines are known to be able to.
const migrations = []
for (const engine of Object.keys(ENGINES)) migrations.push(await migrationOf(engine))
for (const migration of migrations) write(migration)

async function migrationOf(engine) {
  const folder = new URL(`../migrations/${engine}/`, import.meta.url)
  const journal = read(new URL('meta/_journal.json', folder))
  const before = read(new URL('meta/snapshot.json', folder))
  if (values.custom) {
    const after = { ...before, id: randomUUID(), prevId: before.id }
    return { engine, folder, journal, after, statements: ['-- Write the migration here.\n'] }
  }
  const { columns, snapshotOf, statementsBetween, order } = ENGINES[engine]
  // Only here: they take seconds to load, which nobody is to wait for whose call is refused.
  const [kit, columnsOf, { defineTables }] = await Promise.all([
    import('drizzle-kit/api'),
    import(`../src/storage/${engine}/columns.${engine}.ts`),
    import('../src/storage/tables/tables.ts'),
  ])
  // By name, so that a snapshot differs from the one before it by what has changed and nothing else.
  const tables = Object.fromEntries(
    Object.entries(defineTables(columnsOf[columns])).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
  const snapshot = await kit[snapshotOf](tables, before.id)
  const first = Object.fromEntries(order.map((key) => [key, snapshot[key]]))
  const after = { ...first, ...snapshot, _meta: { columns: {}, schemas: {}, tables: {} } }
  return { engine, folder, journal, after, statements: await kit[statementsBetween](before, after) }
}

function write({ engine, folder, journal, after, statements }) {
  if (statements.length === 0) return console.log(`${engine}: the migrations make these tables already`)
  const newest = journal.entries.at(-1)
  const idx = newest.idx + 1
  const tag = `${String(idx).padStart(4, '0')}_${name}`
  // A migration is applied where it is later than the last one, also if the clock of this machine is slow.
  const when = Math.max(Date.now(), newest.when + 1)
  journal.entries.push({ idx, version: after.version, when, tag, breakpoints: true })
  writeFileSync(new URL(`${tag}.sql`, folder), statements.join('--> statement-breakpoint\n'))
  writeFileSync(new URL('meta/snapshot.json', folder), stringify(after, { maxLength: 2000 }))
  writeFileSync(new URL('meta/_journal.json', folder), stringify(journal, { maxLength: 200 }))
  if (!values.custom) freeze(engine, true)
  console.log(`${engine}: migrations/${engine}/${tag}.sql`)
}

/** Compares the migrations with their checksums. @param adding keeps those of migrations that have none */
function freeze(engine, adding) {
  const folder = new URL(`../migrations/${engine}/`, import.meta.url)
  const file = new URL('meta/checksums.json', folder)
  const known = existsSync(file) ? read(file) : {}
  const checksums = {}
  for (const { tag } of read(new URL('meta/_journal.json', folder)).entries) {
    const checksum = hash('sha256', readFileSync(new URL(`${tag}.sql`, folder), 'utf8'))
    if (known[tag] !== undefined && known[tag] !== checksum) {
      console.error(`${engine}: ${tag} has changed. Databases have seen it as it was: put it back, and write a new one`)
      process.exit(1)
    }
    if (known[tag] !== undefined || adding) checksums[tag] = checksum
  }
  writeFileSync(file, `${JSON.stringify(checksums, null, 2)}\n`)
}

function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
