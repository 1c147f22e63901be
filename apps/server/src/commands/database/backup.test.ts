import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test, vi } from 'vitest'
import { useCommands } from '../../../../../test/in-process.ts'
import { call, type Server } from '../../../../../test/program.ts'

const { run: runProcess, runHere: run, serve, path } = useCommands()
const tokenOf = (server: Server) => /hr_key_[\w-]+/.exec(server.stdout())?.[0] ?? ''

async function stop(server: Server) {
  server.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
}

function contents(file: string) {
  const database = new DatabaseSync(file)
  const tables = database
    .prepare("select name from sqlite_master where type = 'table' and sql not like '%virtual%'")
    .all()
  const counts = tables.map(({ name }) => [name, database.prepare(`select count(*) as n from "${name}"`).get()?.n])
  const emails = database.prepare('select email from contacts order by id').all()
  database.close()
  return { counts, emails }
}

/** Writes contacts, eight at a time, until told to stop. @returns how to stop it; then the e-mail addresses */
function keepWriting({ url }: Server, token: string) {
  let stopped = false
  const written: string[] = []
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let count = 0; !stopped; count++) {
      const email = `${writer}-${count}@busy.example`
      const body = { contact: { email, first_name: 'Busy' } }
      const { status } = await call(`${url}/api/v1/contacts`, token, { method: 'POST', body })
      if (status === 201) written.push(email)
    }
  })
  return {
    written,
    async stop() {
      stopped = true
      await Promise.all(writers)
    },
  }
}

test('backup: two within a second have names of their own', async () => {
  await run(['migrate'])
  mkdirSync(path('kept'))
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T03:15:00.200Z') })
  for (let count = 0; count < 2; count++) await run(['backup', path('kept')])
  vi.useRealTimers()
  const names = readdirSync(path('kept')).filter((name) => name.endsWith('.db'))
  expect(names).toEqual(['handrail-2026-11-20T031500Z.db', 'handrail-2026-11-20T031501Z.db'])
})

test('backup: contains every write acknowledged before it, and restores to the same', async () => {
  const server = await serve(['--demo', '--rate-limit-minute', '0', '--rate-limit-hour', '0'])
  const writing = keepWriting(server, tokenOf(server))
  while (writing.written.length < 50) await new Promise(setImmediate)
  const before = [...writing.written]
  const made = await runProcess(['backup', path('copy.db')])
  await writing.stop()
  expect(made).toMatchObject({ code: 0, stderr: '' })
  expect(statSync(path('copy.db')).mode & 0o777).toBe(0o600)
  expect(statSync(path('copy.db.key')).mode & 0o777).toBe(0o600)
  expect(readFileSync(path('copy.db.key'))).toEqual(readFileSync(path('data/handrail.db.key')))
  const copied = contents(path('copy.db'))
  expect(copied.emails.map(({ email }) => email)).toEqual(expect.arrayContaining(before))

  await stop(server)
  const present = contents(path('data/handrail.db'))
  const restored = await runProcess(['restore', path('copy.db')])
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  const aside = /kept as (\S+)/.exec(restored.stdout)?.[1] ?? ''
  expect(contents(aside)).toEqual(present)
  expect(existsSync(`${aside}.key`)).toBe(true)
  expect(contents(path('data/handrail.db'))).toEqual(copied)
  const again = await serve()
  expect((await call(`${again.url}/api/v1/contacts`, tokenOf(server))).json.meta.total).toBe(copied.emails.length)
})

test('restore: works on an empty machine', async () => {
  await stop(await serve(['--demo']))
  await run(['backup', path('copy.db')])
  rmSync(path('data'), { recursive: true })
  const restored = await run(['restore', path('copy.db')])
  expect(restored).toMatchObject({ code: 0, stdout: expect.not.stringContaining('kept as') })
  expect(contents(path('data/handrail.db')).emails).toHaveLength(40)
  expect(readdirSync(path('data')).sort()).toEqual(expect.arrayContaining(['handrail.db', 'handrail.db.key']))
})

test('backup and restore: include uploads', async () => {
  await run(['migrate'])
  const upload = (name: string, text: string) => {
    mkdirSync(path('data/files/ab'), { recursive: true })
    writeFileSync(path(`data/files/ab/${name}`), text)
  }
  upload('abc', 'A plan')
  mkdirSync(path('data/files/incoming'))
  writeFileSync(path('data/files/incoming/abd'), 'Half a pl')
  const made = await run(['backup', path('copy.db')])
  expect(made.stdout).toContain(`Wrote ${path('copy.db.files')} with 1 uploaded files`)
  expect(readdirSync(path('copy.db.files'))).toEqual(['ab'])
  expect(statSync(path('copy.db.files/ab')).mode & 0o777).toBe(0o700)
  rmSync(path('data/files/ab/abc'))
  upload('new', 'Later')
  const restored = await run(['restore', path('copy.db')])
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  expect(readdirSync(path('data/files/ab'))).toEqual(['abc'])
  expect(readFileSync(path('data/files/ab/abc'), 'utf8')).toBe('A plan')
  const aside = /kept as (\S+)/.exec(restored.stdout)?.[1] ?? ''
  expect(readFileSync(`${aside}.files/ab/new`, 'utf8')).toBe('Later')
})

test('backup: a file in a folder is named by its time', async () => {
  await run(['migrate'])
  const { stdout } = await run(['backup', path('.')])
  const [, file = ''] = /^Wrote (\S+)\n/.exec(stdout) ?? []
  expect(file).toMatch(/handrail-\d{4}-\d\d-\d\dT\d{6}Z\.db$/)
  expect([existsSync(file), existsSync(`${file}.key`)]).toEqual([true, true])
})

test('backup: with --keep, older ones are removed with their keys and uploads, and nothing else', async () => {
  await run(['migrate'])
  const older = ['2026-11-18T031500Z', '2026-11-19T031500Z', '2026-11-20T031500Z'].map((time) => `handrail-${time}.db`)
  mkdirSync(path('kept'))
  for (const name of [...older, 'handrail-before-the-move.db', 'notes.txt']) writeFileSync(path(`kept/${name}`), '')
  writeFileSync(path(`kept/${older[0]}.key`), '')
  mkdirSync(path(`kept/${older[0]}.files/ab`), { recursive: true })
  const { code, stdout } = await run(['backup', path('kept'), '--keep', '2'])
  expect(code).toBe(0)
  const [, written = ''] = /^Wrote \S*(handrail-\S+Z\.db)\n/.exec(stdout) ?? []
  expect(readdirSync(path('kept')).toSorted()).toEqual(
    [
      older[2],
      ...['', '.key', '.sha256'].map((ending) => written + ending),
      'handrail-before-the-move.db',
      'notes.txt',
    ].toSorted(),
  )
  expect(stdout.match(/^Removed /gm)).toHaveLength(2)
})

test.each([
  [['--keep', '0'], 'whole number from 1 on'],
  [['--keep', 'all'], 'whole number from 1 on'],
  [['--keep', '2'], 'needs a folder'],
])('backup: %j to a file is refused before anything is written', async (flags, why) => {
  const refused = await run(['backup', path('copy.db'), ...flags])
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(why) })
  expect(existsSync(path('copy.db'))).toBe(false)
})

describe('backup refuses', () => {
  test('to overwrite a file, or the key next to it', async () => {
    await run(['migrate'])
    for (const name of ['copy.db', 'copy.db.key']) {
      writeFileSync(path(name), 'precious')
      const refused = await run(['backup', path('copy.db')])
      expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('already exists') })
      expect(readFileSync(path(name), 'utf8')).toBe('precious')
      rmSync(path(name))
    }
    expect(readdirSync(path('.'))).toEqual(['data'])
  })

  test('without a database, and into a folder that is not there', async () => {
    expect(await run(['backup', path('copy.db')])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^There is no database at /),
    })
    await run(['migrate'])
    expect(await run(['backup', path('nowhere/copy.db')])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Cannot write /),
    })
  })
})

describe('restore refuses, and leaves everything as it was,', () => {
  async function backedUp() {
    await run(['migrate'])
    await run(['backup', path('copy.db')])
  }

  async function refusal(sentence: RegExp) {
    const before = readdirSync(path('data')).sort()
    const refused = await run(['restore', path('copy.db')])
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(sentence) })
    expect(
      readdirSync(path('data'))
        .filter((name) => !/-wal|-shm|lock/.test(name))
        .sort(),
    ).toEqual(before.filter((name) => !/-wal|-shm|lock/.test(name)))
  }

  test('while a server runs', async () => {
    await backedUp()
    await serve()
    await refusal(/^A server is using .*handrail\.db\. Stop it, restore, and start it again\n$/)
  })

  test('a file that is not a database, belongs to another program, is damaged, or newer', async () => {
    await backedUp()
    copyFileSync(path('copy.db'), path('good.db'))
    writeFileSync(path('copy.db'), 'cut off')
    await refusal(/copy\.db is damaged: it differs from its checksum/)
    rmSync(path('copy.db.sha256'))
    writeFileSync(path('copy.db'), 'no database at all, but long enough to be read as one'.repeat(100))
    await refusal(/file is not a database/)

    rmSync(path('copy.db'))
    new DatabaseSync(path('copy.db')).exec('create table theirs (id)')
    await refusal(/is not a Handrail database/)

    const bytes = readFileSync(path('good.db'))
    bytes.fill(0x5a, 8 * 4096, 24 * 4096)
    writeFileSync(path('copy.db'), bytes)
    await refusal(/damaged|malformed/)

    copyFileSync(path('good.db'), path('copy.db'))
    chmodSync(path('copy.db'), 0o600)
    const newer = new DatabaseSync(path('copy.db'))
    newer.exec("insert into handrail_migrations (hash, created_at) values ('later', 99999999999999)")
    newer.close()
    await refusal(/newer version of Handrail/)
  })

  test('a backup with another key, an empty one, or a truncated one', async () => {
    await backedUp()
    const key = readFileSync(path('copy.db.key'), 'utf8')
    const other = `${key.trim().split('').toReversed().join('')}\n`
    for (const wrong of [other, '', key.slice(0, 20)]) {
      rmSync(path('copy.db.key'))
      writeFileSync(path('copy.db.key'), wrong)
      await refusal(
        wrong === other ? /copy\.db\.key does not match .*copy\.db/ : /copy\.db\.key is empty or incomplete/,
      )
    }
    // What was there goes on as before.
    await stop(await serve())
  })

  test('a backup without its key, and a missing backup', async () => {
    await backedUp()
    rmSync(path('copy.db.key'))
    rmSync(path('data/handrail.db.key'))
    await refusal(/copy\.db\.key is missing/)
    rmSync(path('copy.db'))
    await refusal(/^There is no file /)
  })
})
