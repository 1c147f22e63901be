import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { root } from '../../../../test/built.ts'
import { freshPostgresDatabase } from '../../../../test/postgres/databases.ts'
import { ENGINES, type Engine, SECRET } from '../../test/instance.ts'
import { createHandrail, operations } from '../index.ts'
import { inspectDatabase, verifyInstanceSecret } from '../internal.ts'
import { openDatabase } from '../storage/open.ts'

const { createWebhookEndpoint, createWorkspace } = operations

const OTHER = 'another secret, as long as the one of the tests'
const quiet = { upkeep: false, webhooks: { deliver: false }, poolSize: 2 }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'handrail-secret-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const placeOf = (engine: Engine) => (engine === 'sqlite' ? join(folder, 'a.db') : freshPostgresDatabase())

async function start(database: string, secret?: string): Promise<void> {
  const handrail = await createHandrail({ database, ...quiet, ...(secret && { secret }) })
  await handrail.close()
}

describe.each(ENGINES)('the secret of a database on %s', (engine) => {
  test('must be the secret of the database, or the start fails', async () => {
    const database = await placeOf(engine)
    await start(database, SECRET)
    await expect(start(database, OTHER)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^The secret differs from the one that encrypted data in this database/),
    })
    await start(database, SECRET)
    const inspection = await inspectDatabase(database)
    expect(verifyInstanceSecret({ database, secret: SECRET }, inspection)).toBe(true)
    expect(verifyInstanceSecret({ database, secret: OTHER }, inspection)).toBe(false)
  })

  test('is verified by encrypted data if an earlier release left no canary', async () => {
    const database = await placeOf(engine)
    const handrail = await createHandrail({ database, secret: SECRET, ...quiet })
    const { data } = await (await handrail.asSystem()).invoke(createWorkspace, { name: 'Acme' })
    const endpoint = { url: 'https://receiver.example.com/', events: ['*'] }
    await (await handrail.asSystem(data.id)).invoke(createWebhookEndpoint, endpoint)
    await handrail.close()
    const plain = await openDatabase({ database })
    await plain.write(async ({ db, tables: { canaries } }) => {
      await db.delete(canaries).where(eq(canaries.name, 'secret'))
    })
    await plain.close()
    await expect(start(database, OTHER)).rejects.toMatchObject({ code: 'unavailable' })
    await start(database, SECRET)
    await expect(start(database, OTHER)).rejects.toMatchObject({ code: 'unavailable' })
  })
})

describe('a key file', () => {
  test.each([
    ['empty', () => ''],
    ['cut off', (key: string) => key.slice(0, 20)],
  ])('that is %s fails the start', async (_, damage) => {
    const database = join(folder, 'a.db')
    await start(database)
    writeFileSync(`${database}.key`, damage(readFileSync(`${database}.key`, 'utf8')))
    const message = `The key file ${database}.key is empty or incomplete. Restore it from your backup`
    await expect(start(database)).rejects.toMatchObject({ code: 'unavailable', message })
  })

  test('of another database fails the start', async () => {
    const [mine, other] = [join(folder, 'a.db'), join(folder, 'b.db')]
    await start(mine)
    await start(other)
    copyFileSync(`${other}.key`, `${mine}.key`)
    await expect(start(mine)).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('is flushed to disk, with its name, before anything is encrypted with it', ({ skip }) => {
    skip(process.platform !== 'linux', 'which file is synced is read in /proc')
    const program = `
      import fs from 'node:fs'
      import { syncBuiltinESMExports } from 'node:module'
      const real = fs.fsyncSync
      fs.fsyncSync = (file) => {
        console.log('synced', fs.readlinkSync('/proc/self/fd/' + file))
        real(file)
      }
      syncBuiltinESMExports()
      const { secretsOf } = await import('./src/secret/secret.ts')
      await secretsOf({ database: process.argv[1] })`
    const args = ['--input-type=module', '-e', program, join(folder, 'a.db')]
    const output = execFileSync(process.execPath, args, { cwd: join(root, 'packages/core'), encoding: 'utf8' })
    expect(output).toBe(`synced ${join(folder, 'a.db.key')}\nsynced ${folder}\n`)
  })
})
