import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RELEASE_SECRET } from '../../../../../packages/core/test/releases/secret.ts'
import { useCommands } from '../../../../../test/in-process.ts'
import { call, type Server } from '../../../../../test/program.ts'
import { S3_KEY, type S3Server, startS3 } from '../../../../../test/s3/s3-server.ts'

const { run: runProcess, runHere: run, serve, begin, path } = useCommands()
const UPLOAD = 'ab'.padEnd(48, '0')
const tokenOf = (server: Server) => /hr_key_[\w-]+/.exec(server.stdout())?.[0] ?? ''

async function stop(server: Server) {
  server.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
}

describe('backups in a bucket', () => {
  let s3: S3Server
  let environment: Record<string, string>
  beforeAll(async () => {
    s3 = await startS3()
    environment = S3_KEY
  })
  afterAll(() => s3.close())
  beforeEach(() => {
    s3.answer = undefined
    s3.asked.length = 0
  })
  /** The objects of a prefix that are listed by `restore`. */
  const at = (prefix: string) => s3.url.replace('/tests?', `/${prefix}?`)
  const listed = async (prefix: string) =>
    (await run(['restore', at(prefix)], { environment })).stderr.match(/s3:\S+/g)?.slice(1) ?? []

  test('restore on an empty machine, and only the newest are kept, with whatever else is there', async () => {
    const server = await serve(['--demo'], { environment })
    const token = tokenOf(server)
    mkdirSync(path('data/files/ab'), { recursive: true })
    writeFileSync(path(`data/files/ab/${UPLOAD}`), 'A plan')
    const backup = () => runProcess(['backup', at('kept'), '--keep', '1'], { environment })
    expect(await backup()).toMatchObject({ code: 0, stderr: '' })
    const [first = ''] = await listed('kept')
    const second = await backup()
    expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining(`Removed ${first}`) })
    const removed = s3.asked.filter((asked) => asked.startsWith('DELETE'))
    expect(removed).toHaveLength(4)
    for (const asked of removed) expect(asked).toContain(new URL(first).pathname)
    await stop(server)
    rmSync(path('data'), { recursive: true })
    const [kept = ''] = await listed('kept')
    expect(await runProcess(['restore', kept], { environment })).toMatchObject({ code: 0, stderr: '' })
    expect(readFileSync(path(`data/files/ab/${UPLOAD}`), 'utf8')).toBe('A plan')
    const again = await serve([], { environment })
    expect((await call(`${again.url}/api/v1/contacts`, token)).json.meta.total).toBe(40)
    await stop(again)
    expect(readdirSync(path('data')).filter((name) => name.startsWith('staging'))).toEqual([])
  })

  test('one that is killed is not listed', async () => {
    await run(['migrate'])
    const uploading = Promise.withResolvers<void>()
    s3.answer = (request) => {
      if (request.method !== 'PUT' || !/\.db\?/.test(`${request.url}`)) return false
      uploading.resolve()
      return true
    }
    const killed = begin(['backup', at('killed'), '--keep', '1'], { environment })
    await uploading.promise
    killed.kill('SIGKILL')
    await killed.ended
    s3.answer = undefined
    expect(s3.asked.some((asked) => asked.endsWith('.key'))).toBe(true)
    expect(await listed('killed')).toEqual([])
  })

  test('one that fails at its end leaves nothing', async () => {
    await run(['migrate'])
    s3.answer = (request, response) => {
      if (request.method !== 'PUT' || !/\.db\?/.test(`${request.url}`)) return false
      request.resume()
      response.writeHead(403, { 'content-type': 'application/xml' })
      response.end('<Error><Code>AccessDenied</Code></Error>')
      return true
    }
    const refused = await run(['backup', at('failed')], { environment })
    expect(refused.stderr).toMatch(/the key lacks permission to list, read, write and delete in the bucket/)
    const named = (method: string) =>
      s3.asked.filter((one) => one.startsWith(`${method} `)).map((one) => one.split('.db')[1])
    expect(named('DELETE')).toEqual(expect.arrayContaining(['.key', '.sha256']))
  })

  test('a bucket that refuses is told in a sentence, and doctor shows it', async () => {
    await run(['migrate'])
    const wrong = { environment: { ...environment, AWS_SECRET_ACCESS_KEY: 'hunter2' } }
    const refused = await run(['backup', at('kept')], wrong)
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(
      /^The bucket s3:.* cannot be used: the secret does not match the key: check AWS_SECRET/,
    )
    expect((await run(['doctor'])).stdout).toMatch(/^fail {2}The backup to s3:.* failed at .*\. The bucket s3:/m)
  })
})

test('serve: makes a backup that is due at its start, none at the next, and shows it in metrics', async () => {
  mkdirSync(path('kept'))
  const environment = { HANDRAIL_BACKUP_TO: path('kept'), HANDRAIL_BACKUP_KEEP: '2' }
  const metricsOf = async ({ url }: Server) => (await fetch(`${url}/metrics`)).text()
  const made = () => readdirSync(path('kept')).filter((name) => name.endsWith('.db'))
  const server = await serve([], { environment })
  await expect.poll(() => server.stderr(), { timeout: 30_000 }).toContain('a backup was made')
  expect(made()).toHaveLength(1)
  expect(await metricsOf(server)).toMatch(/^handrail_last_backup_timestamp_seconds \d/m)
  await stop(server)
  const again = await serve([], { environment })
  expect(await metricsOf(again)).toMatch(/^handrail_failed_backups 0$/m)
  await stop(again)
  expect(made()).toHaveLength(1)
  expect((await run(['doctor'], { environment })).stdout).toMatch(
    /^ok {4}The last backup, handrail-\S+Z\.db, was made/m,
  )

  const missing = { environment: { HANDRAIL_BACKUP_TO: path('unmounted') } }
  expect(await runProcess(['serve', '--port', '0'], missing)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The folder for backups \S+unmounted is missing\. /),
  })
})

test('backup: with --every, it goes on until it is stopped, and is not due again at the next start', async () => {
  await run(['migrate'])
  mkdirSync(path('kept'))
  const first = begin(['backup', path('kept'), '--every', '1h'])
  await expect.poll(first.stdout, { timeout: 30_000 }).toContain('keep both')
  first.kill('SIGTERM')
  expect(await first.ended).toMatchObject({ code: 0, stderr: '' })
  expect(await run(['backup', path('kept'), '--every', 'daily'])).toMatchObject({
    code: 1,
    stderr: '--every must be a number of minutes, hours or days, such as 24h\n',
  })
})

describe('before migrations', () => {
  const release = new URL('../../../../../packages/core/test/releases/0.1.0/sqlite.db.gz', import.meta.url)
  const migrations = (file: string) => {
    const database = new DatabaseSync(file, { readOnly: true })
    const [row] = database.prepare('select count(*) as n from handrail_migrations').all()
    database.close()
    return Number(row?.n)
  }
  let older: number
  beforeEach(() => {
    mkdirSync(path('data/files/ab'), { recursive: true })
    writeFileSync(path(`data/files/ab/${UPLOAD}`), 'A plan')
    writeFileSync(path('data/handrail.db'), gunzipSync(readFileSync(release)))
    older = migrations(path('data/handrail.db'))
  })

  test('an SQLite database is copied to the data folder, from which it is restored with its uploads', async () => {
    const environment = { HANDRAIL_SECRET: RELEASE_SECRET }
    const migrated = await runProcess(['migrate'], { environment })
    expect(migrated).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^The database needs \d+ migrations\. Copying it to \S+data\/backups first\n$/),
    })
    expect(migrations(path('data/handrail.db'))).toBeGreaterThan(older)
    const [copy = ''] = readdirSync(path('data/backups')).filter((name) => name.endsWith('.db'))
    expect(await run(['restore', path(`data/backups/${copy}`)], { environment })).toMatchObject({ code: 0 })
    expect(migrations(path('data/handrail.db'))).toBe(older)
    expect(readFileSync(path(`data/files/ab/${UPLOAD}`), 'utf8')).toBe('A plan')
  })

  test('an upgrade that fails and is tried again makes no other copy of what has not changed', async () => {
    const environment = { HANDRAIL_SECRET: RELEASE_SECRET }
    // In the way of the last migrations.
    const conflict = (statement: string) => {
      const database = new DatabaseSync(path('data/handrail.db'))
      database.exec(statement)
      database.close()
    }
    const copies = () => readdirSync(path('data/backups')).filter((name) => name.endsWith('.db'))
    conflict('create table elicitations (id text)')
    expect((await run(['migrate'], { environment })).code).not.toBe(0)
    const first = copies()
    expect(first).toHaveLength(1)
    const again = await run(['migrate'], { environment })
    expect(again.stderr).toMatch(/^The database needs \d+ migrations\. It is as it was backed up in \S+\.db\n/)
    expect(copies()).toEqual(first)
    expect(migrations(path('data/handrail.db'))).toBe(older)
    conflict('drop table elicitations')
    expect(await run(['migrate'], { environment })).toMatchObject({ code: 0 })
    expect(copies()).toEqual(first)
  })

  test('nothing is migrated without a copy, unless the operator says so; what is partial is removed', async () => {
    const environment = { HANDRAIL_SECRET: RELEASE_SECRET }
    writeFileSync(path('data/backups'), 'in the way')
    const refused = await run(['migrate'], { environment })
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^The database needs \d+ migrations, and was not migrated, because .*HANDRAIL_UPGRADE_WITHOUT_BACKUP=true/m,
      ),
    })
    expect(migrations(path('data/handrail.db'))).toBe(older)
    const told = { environment: { ...environment, HANDRAIL_UPGRADE_WITHOUT_BACKUP: 'true' } }
    expect(await run(['migrate'], told)).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(
        /^The database needs \d+ migrations, applied without a backup, because of HANDRAIL_/,
      ),
    })
    expect(readFileSync(path('data/backups'), 'utf8')).toBe('in the way')
  })

  test('nothing is migrated if the backup to the configured place fails', async () => {
    const environment = { HANDRAIL_SECRET: RELEASE_SECRET, HANDRAIL_BACKUP_TO: path('unmounted') }
    const refused = await run(['migrate'], { environment })
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/was not migrated, because the backup before it failed\. The folder for backups /)
    expect(migrations(path('data/handrail.db'))).toBe(older)
    mkdirSync(path('unmounted'))
    expect(await run(['migrate'], { environment })).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^The database needs/),
    })
    expect(readdirSync(path('unmounted'))).toHaveLength(3)
    expect(existsSync(path('data/backups'))).toBe(false)
  })
})
