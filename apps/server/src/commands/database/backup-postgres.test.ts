import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RELEASE_SECRET } from '../../../../../packages/core/test/releases/secret.ts'
import { useCommands } from '../../../../../test/in-process.ts'
import { migratedPostgresDatabase } from '../../../../../test/postgres/databases.ts'
import { installedPrograms } from '../../../../../test/postgres/postgres-files.ts'
import { type PostgresServer, startPostgres } from '../../../../../test/postgres/postgres-server.ts'
import { call, type Server } from '../../../../../test/program.ts'

const { run: runProcess, runHere: run, serve, begin, path } = useCommands()
const HANDRAIL_SECRET = 'a secret of the tests, long enough'
const bin = installedPrograms()
const NONE = 'no PostgreSQL with pg_dump is installed in /usr/lib/postgresql'

async function stop(server: Server) {
  server.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
}

async function query<R>(url: string, text: string): Promise<R[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

test('backup of PostgreSQL: a missing pg_dump is told before a secret is asked for', async () => {
  const environment = { DATABASE_URL: 'postgres://db/handrail', HANDRAIL_PG_BIN: path('nowhere') }
  expect(await run(['backup', path('.')], { environment })).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^pg_dump was not found in \S+nowhere\. Install the client programs of PostgreSQL/),
  })
  expect(await run(['restore', path('a.dump')], { environment })).toMatchObject({
    stderr: expect.stringMatching(/^pg_restore was not found/),
  })
})

test('backup of PostgreSQL: a pg_dump older than the server is told, recorded, and shown by doctor', async ({
  skip,
}) => {
  skip(bin === undefined || /\/(1[89]|2\d)\/bin/.test(bin), 'pg_dump is missing, or as new as the server')
  mkdirSync(path('kept'))
  const DATABASE_URL = await migratedPostgresDatabase()
  const environment = { DATABASE_URL, HANDRAIL_PG_BIN: bin ?? '' }
  const refused = await run(['backup', path('kept'), '--keep', '2'], { environment })
  const sentence = /^pg_dump 1\d\.\S+ is older than the server, which is PostgreSQL 18\. Install the client programs/
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(sentence) })
  expect(readdirSync(path('kept'))).toEqual([])
  const { stdout } = await run(['doctor'], { environment: { ...environment, HANDRAIL_SECRET } })
  expect(stdout).toMatch(/^fail {2}The backup to \S+kept failed at \S+Z\. pg_dump 1/m)
})

describe('PostgreSQL with its client programs', () => {
  let postgres: PostgresServer | undefined
  let counter = 0
  beforeAll(async () => {
    if (bin !== undefined) postgres = await startPostgres({ bin })
  })
  afterAll(() => postgres?.stop())

  async function newDatabase() {
    const url = new URL(postgres?.url ?? '')
    const name = `handrail_${++counter}`
    await query(url.href, `create database ${name}`)
    url.pathname = name
    return { DATABASE_URL: url.href, HANDRAIL_SECRET, HANDRAIL_PG_BIN: bin ?? '' }
  }
  const [backupIn] = [(folder: string) => readdirSync(folder).find((name) => name.endsWith('.dump')) ?? '']
  const tokenOf = (server: Server) => /hr_key_[\w-]+/.exec(server.stdout())?.[0] ?? ''
  const contacts = async (server: Server, token: string) =>
    (await call(`${server.url}/api/v1/contacts`, token)).json.meta?.total

  test('a backup restores into an empty database and over the same one, and keys, links and uploads work', {
    timeout: 240_000,
  }, async ({ skip }) => {
    skip(bin === undefined, NONE)
    const environment = await newDatabase()
    const server = await serve(['--demo'], { environment })
    const token = tokenOf(server)
    const before = await contacts(server, token)
    const upload = 'ab'.padEnd(48, '0')
    mkdirSync(path('data/files/ab'), { recursive: true })
    writeFileSync(path(`data/files/ab/${upload}`), 'A plan')
    mkdirSync(path('kept'))
    const { HANDRAIL_SECRET: _, ...withoutSecret } = environment
    const made = await runProcess(['backup', path('kept'), '--keep', '2'], { environment: withoutSecret })
    expect(made).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('keep HANDRAIL_SECRET') })
    const file = path(`kept/${backupIn(path('kept'))}`)
    expect(readFileSync(`${file}.sha256`, 'utf8').split(' ')[0]).toBe(
      createHash('sha256').update(readFileSync(file)).digest('hex'),
    )
    expect(readFileSync(`${file}.files/ab/${upload}`, 'utf8')).toBe('A plan')
    const body = { contact: { email: 'later@example.com', first_name: 'Later' } }
    await call(`${server.url}/api/v1/contacts`, token, { method: 'POST', body })

    expect(await run(['restore', file], { environment })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^A server is using the database/),
    })
    await stop(server)
    const other = { ...environment, HANDRAIL_SECRET: 'another secret, which is long enough' }
    expect(await run(['restore', file], { environment: other })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^HANDRAIL_SECRET does not match /),
    })

    rmSync(path('data'), { recursive: true })
    const restored = await runProcess(['restore', file], { environment })
    expect(restored).toMatchObject({ code: 0, stderr: '' })
    const [, aside = ''] = /kept in the schema (handrail_before_restore_\w+)\./.exec(restored.stdout) ?? []
    expect(
      await query(environment.DATABASE_URL, `select email from ${aside}.contacts where first_name = 'Later'`),
    ).toEqual([{ email: 'later@example.com' }])
    expect(readFileSync(path(`data/files/ab/${upload}`), 'utf8')).toBe('A plan')
    const again = await serve([], { environment })
    expect(await contacts(again, token)).toBe(before)
    await stop(again)

    // A backup of what was restored, into a database that has nothing.
    expect(await run(['backup', path('again.dump')], { environment })).toMatchObject({ code: 0 })
    const empty = await newDatabase()
    expect(await run(['restore', path('again.dump')], { environment: empty })).toMatchObject({
      code: 0,
      stdout: expect.not.stringContaining('kept'),
    })
    const elsewhere = await serve([], { environment: empty })
    expect(await contacts(elsewhere, token)).toBe(before)
    await stop(elsewhere)
  })

  test('of two servers that start together on an older database, one makes a backup before the migrations', async ({
    skip,
  }) => {
    skip(bin === undefined, NONE)
    mkdirSync(path('kept'))
    const { DATABASE_URL, HANDRAIL_PG_BIN } = await newDatabase()
    const release = new URL('../../../../../packages/core/test/releases/0.1.0/postgres.sql.gz', import.meta.url)
    await query(DATABASE_URL, gunzipSync(readFileSync(release)).toString())
    const environment = {
      DATABASE_URL,
      HANDRAIL_PG_BIN,
      HANDRAIL_SECRET: RELEASE_SECRET,
      HANDRAIL_BACKUP_TO: path('kept'),
    }
    const servers = await Promise.all([serve([], { environment }), serve([], { environment })])
    const told = servers.map((server) => server.stderr()).join('')
    expect(told.match(/The database needs \d+ migrations\. Backing it up to \S+kept first\n/g)).toHaveLength(1)
    // It is the one that is due at the start, too.
    expect(await (await fetch(`${servers[0]?.url}/metrics`)).text()).toMatch(
      /^handrail_last_backup_timestamp_seconds /m,
    )
    for (const server of servers) await stop(server)
    expect(readdirSync(path('kept')).filter((name) => name.endsWith('.dump'))).toHaveLength(1)
  })

  test('without a place for backups, an upgrade is refused without pg_dump, and has a dump in the data folder with it', async ({
    skip,
  }) => {
    skip(bin === undefined, NONE)
    const { DATABASE_URL, HANDRAIL_PG_BIN } = await newDatabase()
    const release = new URL('../../../../../packages/core/test/releases/0.1.0/postgres.sql.gz', import.meta.url)
    await query(DATABASE_URL, gunzipSync(readFileSync(release)).toString())
    const environment = { DATABASE_URL, HANDRAIL_SECRET: RELEASE_SECRET }
    const applied = async () => (await query(DATABASE_URL, 'select from handrail_migrations')).length
    const before = await applied()
    const missing = { environment: { ...environment, HANDRAIL_PG_BIN: path('nowhere') } }
    expect(await run(['migrate'], missing)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^The database needs \d+ migrations, and was not migrated, .*pg_dump was not found .*HANDRAIL_UPGRADE_WITHOUT_BACKUP=true/,
      ),
    })
    expect(await applied()).toBe(before)
    expect(await run(['migrate'], { environment: { ...environment, HANDRAIL_PG_BIN } })).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^The database needs \d+ migrations\. Copying it to \S+data\/backups first\n$/),
    })
    expect(readdirSync(path('data/backups')).filter((name) => name.endsWith('.dump'))).toHaveLength(1)
    expect(await applied()).toBeGreaterThan(before)
  })

  test('restore refuses a damaged backup, one of SQLite, and a database of another program', async ({ skip }) => {
    skip(bin === undefined, NONE)
    const environment = await newDatabase()
    await run(['migrate'], { environment })
    await run(['backup', path('a.dump')], { environment })
    const bytes = readFileSync(path('a.dump'))
    const refusal = async (name: string, sentence: RegExp, target = environment) =>
      expect(await run(['restore', path(name)], { environment: target })).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(sentence),
      })
    const theirs = await newDatabase()
    await query(theirs.DATABASE_URL, 'create table invoices (id int)')
    await refusal('a.dump', /^The database has tables of another program: invoices\. /, theirs)
    writeFileSync(path('b.db'), 'SQLite format 3')
    await refusal('b.db', /b\.db is no backup of PostgreSQL, in which the data is/)
    writeFileSync(path('a.dump'), bytes.subarray(0, -200))
    await refusal('a.dump', /a\.dump is damaged: it differs from its checksum/)
    // Without a checksum, the transaction ends without effect.
    rmSync(path('a.dump.sha256'))
    await refusal('a.dump', /^pg_restore failed: /)
    expect(await query(environment.DATABASE_URL, 'select from handrail_migrations limit 1')).toHaveLength(1)
    expect(
      await query(environment.DATABASE_URL, "select from pg_namespace where nspname like 'handrail_before%'"),
    ).toEqual([])
  })

  test('a backup that is killed leaves nothing that looks like one, and the next one removes its remains', async ({
    skip,
  }) => {
    skip(bin === undefined, NONE)
    const environment = await newDatabase()
    await run(['migrate'], { environment })
    mkdirSync(path('kept'))
    // A pg_dump that writes half of it, and waits.
    const half = path('half')
    mkdirSync(half)
    for (const name of ['pg_restore', 'psql'])
      writeFileSync(join(half, name), `#!/bin/sh\nexec ${bin}/${name} "$@"\n`, { mode: 0o755 })
    const script = `#!/bin/sh\ncase "$1" in --version) exit 0;; esac\n${bin}/pg_dump "$@" && touch ${path('written')} && sleep 600\n`
    writeFileSync(join(half, 'pg_dump'), script, { mode: 0o755 })
    const killed = begin(['backup', path('kept'), '--keep', '1'], {
      environment: { ...environment, HANDRAIL_PG_BIN: half },
    })
    await expect.poll(() => existsSync(path('written')), { timeout: 30_000 }).toBe(true)
    killed.kill('SIGKILL')
    await killed.ended
    expect(readdirSync(path('kept'))).toEqual([expect.stringMatching(/\.dump\.\d+\.partial$/)])
    expect(await run(['restore', path('kept')], { environment })).toMatchObject({
      stderr: expect.stringMatching(/^There is no backup in /),
    })
    expect(await run(['backup', path('kept'), '--keep', '1'], { environment })).toMatchObject({ code: 0 })
    expect(readdirSync(path('kept')).map((name) => name.replace(/^.*\.dump/, ''))).toEqual(['', '.sha256'])
  })
})
