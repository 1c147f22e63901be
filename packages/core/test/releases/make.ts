// Creates the databases of a release, with the release itself: `node --conditions handrail-source make.ts VERSION`.
// Those of commit 561a579 were created by its own `handrail serve --demo` with the same secret, to which its API added an organisation,
// a contact, an enrollment and a webhook endpoint; they were written as below.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { startPostgres } from '../../../../test/postgres/postgres-server.ts'
import { createHandrail } from '../../src/index.ts'
import { MIGRATIONS_FOLDER } from '../../src/migrations.ts'
import { fill } from './fill.ts'
import { RELEASE_SECRET } from './secret.ts'

const version = process.argv[2] ?? ''
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Say which version this is, such as 0.2.0')
const folder = fileURLToPath(new URL(`${version}/`, import.meta.url))

/** Filled only by upgrades, and emptied by the next start. */
const EMPTY = ['unmoved_contents']
/** Contents of files are not part of a database. */
const uploads = mkdtempSync(join(tmpdir(), 'handrail-release-files-'))

async function made(database: string): Promise<void> {
  const handrail = await createHandrail({
    database,
    files: uploads,
    secret: RELEASE_SECRET,
    upkeep: false,
    webhooks: { deliver: false },
  })
  await fill(handrail)
  await handrail.close()
}

async function makeSqlite(): Promise<Buffer> {
  const scratch = mkdtempSync(join(tmpdir(), 'handrail-release-'))
  await made(join(scratch, 'handrail.db'))
  const sqlite = new Sqlite(join(scratch, 'handrail.db'))
  sqlite.exec(`vacuum into '${join(scratch, 'small.db')}'`)
  sqlite.close()
  const file = readFileSync(join(scratch, 'small.db'))
  rmSync(scratch, { recursive: true })
  return file
}

/** The statements that created its tables and rows. The test server has no pg_dump. */
async function makePostgres(): Promise<string> {
  const server = await startPostgres()
  await made(server.url)
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const lines = [...statements(), 'set session_replication_role = replica']
  const tables = await client.query("select tablename from pg_tables where schemaname = 'public' order by 1")
  for (const { tablename } of tables.rows) {
    const { rows } = await client.query(
      `select quote_literal(coalesce(json_agg(t), '[]')::text) as rows, count(*)::int as n from "${tablename}" t`,
    )
    if (rows[0].n === 0 && !EMPTY.includes(tablename))
      throw new Error(`${tablename} is empty: fill.ts has to put a row there`)
    const set = `json_populate_recordset(null::"${tablename}", ${rows[0].rows})`
    lines.push(`insert into "${tablename}" overriding system value select * from ${set}`)
  }
  // Used sequence numbers must not be used again.
  for (const [table, column] of Object.entries({ handrail_migrations: 'id', contacts: 'seq' }))
    lines.push(`select setval(pg_get_serial_sequence('${table}', '${column}'), (select max(${column}) from ${table}))`)
  await client.end()
  await server.stop()
  return lines.map((line) => `${line};\n`).join('')
}

function statements(): string[] {
  const migrations = new URL('postgres/', MIGRATIONS_FOLDER)
  const journal: { entries: { tag: string }[] } = JSON.parse(
    readFileSync(new URL('meta/_journal.json', migrations), 'utf8'),
  )
  const own = 'create table handrail_migrations (id serial primary key, hash text not null, created_at bigint)'
  const files = journal.entries.map(({ tag }) => readFileSync(new URL(`${tag}.sql`, migrations), 'utf8'))
  return [
    own,
    ...files.flatMap((file) => file.split('--> statement-breakpoint').map((one) => one.trim().replace(/;$/, ''))),
  ]
}

const files = { 'sqlite.db.gz': await makeSqlite(), 'postgres.sql.gz': Buffer.from(await makePostgres()) }
mkdirSync(folder)
for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), gzipSync(content, { level: 9 }))
rmSync(uploads, { recursive: true })
