import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { useCommands } from '../../../../../test/in-process.ts'

const { runHere: run, path } = useCommands()
const PASSPHRASE = 'three words of nobody'
const read = (file: string) => readFileSync(path(file), 'utf8')

async function backUp(environment: Record<string, string> = {}) {
  await run(['migrate'])
  const made = await run(['backup', path('copy.db')], { environment })
  expect(made).toMatchObject({ code: 0, stderr: '' })
  return { stdout: made.stdout, key: read('data/handrail.db.key') }
}

function clear() {
  rmSync(path('data'), { recursive: true })
}

test('backup: by default, the key is beside it, and the output says what follows from that', async () => {
  const { stdout, key } = await backUp()
  expect(read('copy.db.key')).toBe(key)
  expect(stdout).toMatch(/Anyone who has both can read the stored secrets; HANDRAIL_BACKUP_PASSPHRASE encrypts the key/)
})

describe('a backup whose key is kept apart', () => {
  const environment = { HANDRAIL_BACKUP_KEY: 'apart' }

  test('has no key in it, and is restored with the key file that is named', async () => {
    const { stdout, key } = await backUp(environment)
    expect(readdirSync(path('.')).toSorted()).toEqual(['copy.db', 'copy.db.sha256', 'data'])
    expect(stdout).toMatch(/The key is not in this backup: keep a copy of \S+handrail\.db\.key elsewhere/)
    clear()
    expect(await run(['restore', path('copy.db')])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/copy\.db\.key is missing, .*Name the key file with --key/),
    })
    writeFileSync(path('kept.key'), `${key.trim().split('').toReversed().join('')}\n`)
    expect((await run(['restore', path('copy.db'), '--key', path('kept.key')])).stderr).toMatch(
      /kept\.key does not match .*copy\.db\. Nothing was changed/,
    )
    writeFileSync(path('kept.key'), key)
    expect(await run(['restore', path('copy.db'), '--key', path('kept.key')])).toMatchObject({ code: 0, stderr: '' })
    expect(read('data/handrail.db.key')).toBe(key)
    expect(await run(['list-keys'])).toMatchObject({ code: 0 })
  })

  test('is restored with the key that is in place', async () => {
    const { key } = await backUp(environment)
    expect(await run(['restore', path('copy.db')])).toMatchObject({ code: 0, stderr: '' })
    expect(read('data/handrail.db.key')).toBe(key)
    expect(await run(['list-keys'])).toMatchObject({ code: 0 })
  })

  test('leaves it out of backups in a folder, by the flag', async () => {
    mkdirSync(path('kept'))
    await run(['migrate'])
    await run(['backup', path('kept'), '--backup-key', 'apart'])
    expect(readdirSync(path('kept')).filter((name) => name.includes('.key'))).toEqual([])
  })
})

describe('a backup whose key is encrypted with a passphrase', () => {
  const environment = { HANDRAIL_BACKUP_PASSPHRASE: PASSPHRASE }

  test('shows neither key nor passphrase, and is restored with the passphrase from the environment', async () => {
    const { stdout, key } = await backUp(environment)
    expect(readdirSync(path('.')).toSorted()).toEqual(['copy.db', 'copy.db.key.enc', 'copy.db.sha256', 'data'])
    expect(read('copy.db.key.enc')).not.toContain(key.trim())
    expect(stdout + read('copy.db.key.enc')).not.toContain(PASSPHRASE)
    clear()
    expect(await run(['restore', path('copy.db')], { environment })).toMatchObject({ code: 0, stderr: '' })
    expect(read('data/handrail.db.key')).toBe(key)
  })

  test('is restored with the passphrase from standard input; another one changes nothing', async () => {
    await backUp(environment)
    clear()
    const refused = { environment: { HANDRAIL_BACKUP_PASSPHRASE: 'three words of others' } }
    expect(await run(['restore', path('copy.db')], refused)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The passphrase does not open \S+copy\.db\.key\.enc, or that is damaged\./),
    })
    expect((await run(['restore', path('copy.db')])).stderr).toMatch(/is encrypted: set HANDRAIL_BACKUP_PASSPHRASE/)
    expect(await run(['restore', path('copy.db')], { input: `${PASSPHRASE}\n` })).toMatchObject({ code: 0 })
  })

  test('is removed with --keep, like others', async () => {
    mkdirSync(path('kept'))
    await run(['migrate'])
    for (let count = 0; count < 2; count++) await run(['backup', path('kept'), '--keep', '1'], { environment })
    expect(readdirSync(path('kept')).filter((name) => name.endsWith('.key.enc'))).toHaveLength(1)
  })
})

test('backup: of a changed key, both are kept where the database may have been copied before the change', async () => {
  const { key } = await backUp()
  // As while rotate-key runs.
  const next = 'the next key of the tests, as long as any key is'
  writeFileSync(path('data/handrail.db.key'), `${key}${next}\n`)
  rmSync(path('copy.db'))
  for (const ending of ['key', 'sha256']) rmSync(path(`copy.db.${ending}`))
  await run(['backup', path('copy.db')])
  expect(read('copy.db.key')).toBe(`${key}${next}\n`)
  renameSync(path('data'), path('lost'))
  expect(await run(['restore', path('copy.db')])).toMatchObject({ code: 0 })
  expect(await run(['list-keys'])).toMatchObject({ code: 0 })
})
