import { once } from 'node:events'
import { chmodSync, chownSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { useCommands } from '../../../../../test/in-process.ts'
import { migratedPostgresDatabase } from '../../../../../test/postgres/databases.ts'

const { run: runProcess, runHere: run, serve, path } = useCommands()
const SECRET = 'a secret of the tests, long enough for anybody'

async function lines(...args: string[]) {
  const { code, stdout, stderr } = await run(['doctor', ...args])
  return { code, stderr, lines: stdout.trimEnd().split('\n') }
}

test('doctor: a running instance passes, and is warned about an undeclared proxy', async () => {
  const { url } = await serve(['--demo'])
  await run(['backup', path('copy.db')])
  const found = await lines('--public-url', url)
  expect(found).toMatchObject({ code: 0, stderr: '' })
  expect(found.lines.map((line) => line.slice(0, 4))).toEqual(Array(17).fill('ok  '))
  expect(found.lines[6]).toMatch(/handrail\.db is sound and up to date$/)
  expect(found.lines[7]).toMatch(/The database takes \d+\.\d MiB\. Events and deliveries are kept for 30 days$/)
  expect(found.lines[10]).toContain(`Handrail answers at ${url}`)

  const proxy = createServer((_request, response) => {
    fetch(`${url}/healthz`, { headers: { 'x-forwarded-for': '203.0.113.1' } }).then((answer) => {
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end('{"status":"ok"}')
    })
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  const behind = await lines('--public-url', `http://127.0.0.1:${port}`)
  proxy.close()
  expect(behind.lines).toContainEqual(
    expect.stringMatching(/^warn {2}The server does not know the proxy at .* HANDRAIL_TRUST_PROXY/),
  )
})

test('doctor: fails if the folder of uploads is a file', async () => {
  await run(['migrate'])
  writeFileSync(path('data/files'), 'a file')
  chmodSync(path('data/files'), 0o600)
  const found = await lines('--files', path('data/files'))
  expect([found.code, found.lines]).toEqual([1, expect.arrayContaining([expect.stringMatching(/^fail {2}.*uploads/)])])
})

test('doctor: warns about open permissions, a wrong clock and an unencrypted address', async () => {
  const empty = await lines('--public-url', 'http://localhost:1')
  expect(empty.code).toBe(0)
  expect(empty.lines).toContainEqual(expect.stringMatching(/^warn {2}There is no database yet/))
  expect(empty.lines).toContainEqual(expect.stringMatching(/^warn {2}Nothing answers at http:\/\/localhost:1 /))

  await run(['migrate'])
  chmodSync(path('data'), 0o755)
  const future = new Date(Date.now() + 3_600_000)
  utimesSync(path('data/handrail.db'), future, future)
  const loose = await lines('--public-url', 'http://onboarding.example.com')
  expect(loose.lines).toContainEqual(
    expect.stringMatching(/^warn {2}Other users of this machine may be able to read .*chmod 700/),
  )
  expect(loose.lines).toContainEqual(expect.stringMatching(/^warn {2}The clock shows .* Was the clock set back\?$/))
  expect(loose.lines).toContainEqual(expect.stringMatching(/^warn {2}.*onboarding\.example\.com is not encrypted/))
})

test('doctor: warns about due deliveries that no process sends', async () => {
  await run(['migrate'])
  const database = new DatabaseSync(path('data/handrail.db'))
  const [workspace, at] = ['0199a000-0000-7000-8000-000000000000', new Date(Date.now() - 3_600_000).toISOString()]
  database
    .prepare(`insert into webhook_endpoints (workspace_id, id, url, events, description, status, sealed_secret, created_at, updated_at)
      values (?, 'e', '', '[]', '', 'enabled', '', ?, ?)`)
    .run(workspace, at, at)
  database
    .prepare(`insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, event, status, attempts, next_attempt_at, created_at, updated_at)
      values (?, 'd', 'e', 'evt', '', 'pending', 0, ?, ?, ?)`)
    .run(workspace, at, at, at)
  database.close()
  const found = await lines()
  expect(found.lines).toContainEqual(
    expect.stringMatching(
      /^warn {2}The oldest webhook delivery has been due for 36\d\d seconds: .* 1 webhook deliveries are/,
    ),
  )
})

test('doctor: fails for an unreachable mail server, without showing its password', async () => {
  const environment = { SMTP_URL: 'smtp://handrail:hunter2@127.0.0.1:1', MAIL_FROM: 'no-reply@example.com' }
  const { code, stdout } = await run(['doctor'], { environment })
  expect(code).toBe(1)
  expect(stdout).toMatch(
    /^fail {2}The mail server 127.0.0.1:\d+ could not be used: it accepts no connections at this port \(ESOCKET, ECONNREFUSED\)/m,
  )
  expect(stdout).not.toContain('hunter2')
})

test('doctor: names the mail server that was set in the console', async () => {
  await run(['migrate'])
  const database = new DatabaseSync(path('data/handrail.db'))
  const at = new Date().toISOString()
  database
    .prepare(`insert into mail_servers (id, host, port, encryption, sender, revision, created_at, updated_at)
      values ('instance', 'smtp.example.com', 587, 'starttls', 'a@example.com', 'r', ?, ?)`)
    .run(at, at)
  database.close()
  expect((await lines()).lines).toContainEqual(
    expect.stringMatching(/^ok {4}The mail server smtp\.example\.com:587 is set in the console/),
  )
})

test('doctor: reports waiting and undelivered mail', async () => {
  const { url } = await serve(['--demo'])
  const found = await lines('--public-url', url)
  expect(found.lines).toContainEqual(expect.stringMatching(/^ok {4}No mail is waiting$/))
  const sqlite = new DatabaseSync(path('data/handrail.db'), { timeout: 10_000 })
  const now = new Date().toISOString()
  const insert = sqlite.prepare(
    `insert into emails (workspace_id, id, kind, status, recipient, recipient_name, subject, attempts, created_at, updated_at)
     values ('w', ?, 'reminder', ?, 'a@example.com', 'A', 'S', 1, ?, ?)`,
  )
  for (const [id, status] of [
    ['1', 'failed'],
    ['2', 'waiting'],
    ['3', 'waiting'],
    ['4', 'sent'],
  ])
    insert.run(id ?? '', status ?? '', now, now)
  sqlite.close()
  expect((await lines('--public-url', url)).lines).toContainEqual(
    expect.stringMatching(/^warn {2}1 mail was not delivered .* 2 mails are waiting, 2 of them due now$/),
  )
  const again = new DatabaseSync(path('data/handrail.db'), { timeout: 10_000 })
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
  again.prepare("update emails set next_attempt_at = ?, waiting_for = 'time' where id = '2'").run(hourAgo)
  again.close()
  expect((await lines('--public-url', url)).lines).toContainEqual(
    expect.stringMatching(/^warn {2}The oldest mail has been due for 36\d\d seconds: .* 2 mails are waiting, 2/),
  )
})

test('doctor: fails for a damaged database and a missing key', async () => {
  await run(['migrate'])
  rmSync(path('data/handrail.db.key'))
  const bytes = readFileSync(path('data/handrail.db'))
  writeFileSync(path('data/handrail.db'), bytes.fill(0x5a, 4096, 5 * 4096))
  const found = await lines()
  expect(found).toMatchObject({ code: 1, stderr: '2 of 17 checks failed\n' })
  expect(found.lines.filter((line) => line.startsWith('fail'))).toHaveLength(2)
})

test('doctor: fails for an empty key, and for the key of another database', async () => {
  await run(['migrate'])
  const key = path('data/handrail.db.key')
  writeFileSync(key, '')
  const empty = await lines()
  expect(empty).toMatchObject({ code: 1, stderr: '1 of 17 checks failed\n' })
  expect(empty.lines).toContainEqual(expect.stringMatching(/^fail {2}The key file .* is empty or incomplete\./))
  writeFileSync(key, 'a key of another database, long enough to be one')
  const other = await lines()
  expect(other).toMatchObject({ code: 1, stderr: '1 of 17 checks failed\n' })
  expect(other.lines).toContainEqual(
    expect.stringMatching(/^fail {2}The secret in .*\.key is not the key of this database/),
  )
  const refused = await runProcess(['serve', '--port', '0'])
  expect(refused).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^The secret differs from the one .*\n$/),
  })
})

test('doctor: warns about files of another user', async ({ skip }) => {
  skip(process.getuid?.() !== 0, 'only root can give files away')
  await run(['migrate'])
  chownSync(path('data/handrail.db'), 12_345, 12_345)
  const found = await lines()
  expect(found.lines).toContainEqual(expect.stringMatching(/^warn {2}.*handrail\.db belongs to user 12345, .*chown 0 /))
})

test('doctor: warns about a clock that differs by more than a minute from that of PostgreSQL, and of the public URL', async () => {
  const environment = { DATABASE_URL: await migratedPostgresDatabase(), HANDRAIL_SECRET: SECRET }
  const { url } = await serve([], { environment })
  const shifted = (ms: number) => ({
    environment,
    node: ['--import', `data:text/javascript,const now=Date.now;Date.now=()=>now()+(${ms})`],
  })
  const { stdout } = await runProcess(['doctor', '--public-url', url], shifted(95_000))
  for (const other of ['the PostgreSQL database', url])
    expect(stdout).toMatch(
      new RegExp(`^warn {2}The clock of this machine is 9\\d seconds ahead of that of ${other}. Set both by NTP$`, 'm'),
    )
  expect((await runProcess(['doctor', '--public-url', url], shifted(-95_000))).stdout).toMatch(
    /^warn {2}The clock of this machine is 9\d seconds behind that of the PostgreSQL database/m,
  )
  expect((await runProcess(['doctor', '--public-url', url], shifted(30_000))).stdout).not.toContain(
    'The clock of this machine',
  )
})

test('doctor: warns where PostgreSQL permits fewer connections than the processes take', async () => {
  const environment = { DATABASE_URL: await migratedPostgresDatabase(), HANDRAIL_SECRET: SECRET }
  const doctor = async (processes: string) => (await run(['doctor', '--processes', processes], { environment })).stdout
  expect(await doctor('1')).not.toContain('processes')
  expect(await doctor('2')).toMatch(/^ok {4}2 processes take up to 34 connections of PostgreSQL, which permits \d+$/m)
  expect(await doctor('64')).toMatch(/^warn {2}64 processes take up to 704 connections .* Raise max_connections/m)
})

test('doctor, backup and migrate name the address of a PostgreSQL that cannot be reached, and its setting', async () => {
  for (const name of ['pg_dump', 'pg_restore']) writeFileSync(path(name), '#!/bin/sh\n', { mode: 0o755 })
  const url = 'postgres://handrail:hunter2@127.0.0.1:1/handrail'
  const environment = { HANDRAIL_SECRET: SECRET, HANDRAIL_PG_BIN: path('') }
  const sentence = (setting: string) =>
    `Cannot use the PostgreSQL database 127.0.0.1:1/handrail (${setting}): nothing accepts connections at port 1 of 127.0.0.1. Start PostgreSQL, or correct the address (ECONNREFUSED)`
  const named = { environment: { ...environment, DATABASE_URL: url } }
  expect((await run(['doctor'], named)).stdout).toContain(`fail  ${sentence('DATABASE_URL')}\n`)
  expect(await run(['backup', path('')], named)).toMatchObject({ code: 1, stderr: `${sentence('DATABASE_URL')}\n` })
  const flag = await run(['migrate', '--database-url', url], { environment })
  expect(flag).toMatchObject({ code: 1, stderr: `${sentence('--database-url')}\n` })
})
