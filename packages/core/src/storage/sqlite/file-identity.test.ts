import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startMailServer } from '../../../test/servers/mail-server.ts'
import { createHandrail, type Handrail, type HandrailOptions, operations } from '../../index.ts'

const { createUser, createWorkspace, listMembers } = operations

let folder: string
let file: string
let open: Handrail | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'handrail-moved-'))
  file = join(folder, 'handrail.db')
})
afterEach(async () => {
  await open?.close().catch(() => undefined)
  open = undefined
  rmSync(folder, { recursive: true, force: true })
})

async function start(options: Partial<HandrailOptions> = {}): Promise<Handrail> {
  open = await createHandrail({ database: file, upkeep: false, webhooks: { deliver: false }, ...options })
  return open
}

const create = async (handrail: Handrail) => (await handrail.asSystem()).invoke(createWorkspace, { name: 'Acme' })

/** All names of the database, so that what is put back is whole. */
const NAMES = ['', '-wal', '-shm']

describe('an SQLite file under a running service', () => {
  test.each([
    ['deleted', () => rmSync(file)],
    [
      'replaced by a copy',
      () => {
        copyFileSync(file, `${file}.copy`)
        renameSync(`${file}.copy`, file)
      },
    ],
    ['moved away', () => renameSync(file, `${file}.away`)],
    ['deleted with all that is beside it', () => rmSync(folder, { recursive: true })],
    ['robbed of its log', () => rmSync(`${file}-wal`)],
  ])('that is %s: no write is acknowledged, and the service is not ready', async (_, move) => {
    const handrail = await start()
    const { data } = await create(handrail)
    move()
    await expect(handrail.ping()).rejects.toMatchObject({
      code: 'unavailable',
      message: /was moved, deleted or replaced/,
    })
    await expect(create(handrail)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(handrail.asSystem(data.id)).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('that is put back is used again', async () => {
    const handrail = await start()
    await create(handrail)
    for (const name of NAMES) renameSync(`${file}${name}`, `${file}.away${name}`)
    await expect(create(handrail)).rejects.toMatchObject({ code: 'unavailable' })
    for (const name of NAMES) renameSync(`${file}.away${name}`, `${file}${name}`)
    await handrail.ping()
    await create(handrail)
  })

  test('that is deleted: the log and the owner of the first workspace are told, once', async () => {
    const server = await startMailServer()
    const errors: unknown[] = []
    const mail = { url: server.url, from: 'Handrail <no-reply@example.com>', send: false }
    const handrail = await start({ mail, onError: (error) => errors.push(error) })
    const { data } = await create(handrail)
    const system = await handrail.asSystem(data.id)
    const owner = {
      email: 'owner@example.com',
      name: 'Olga',
      role: 'owner' as 'admin',
      password: 'correct horse battery',
    }
    await system.invoke(createUser, owner)
    await system.invoke(listMembers, {})
    await handrail.upkeep()
    rmSync(file)
    for (const _ of [1, 2]) await expect(handrail.upkeep()).rejects.toMatchObject({ code: 'unavailable' })
    expect(server.arrived.map(({ recipients, subject }) => [recipients, subject])).toEqual([
      [['owner@example.com'], 'Handrail at localhost:3000 cannot store data'],
    ])
    expect(server.arrived[0]?.text).toContain('put it back, or restore a backup')
    await server.close()
  })
})

describe('a start without a database', () => {
  test('beside its key is refused, and changes nothing', async () => {
    await (await start()).close()
    renameSync(file, `${file}.away`)
    await expect(start()).rejects.toMatchObject({
      code: 'unavailable',
      message: `There is no database at ${file}, but ${file}.key of one: put it back there, or restore a backup with handrail restore. To begin with an empty one, move that away`,
    })
    renameSync(`${file}.away`, file)
    await start()
  })

  test('beside uploads is refused, also where the secret is given', async () => {
    mkdirSync(join(folder, 'files'))
    const secret = 'a secret of the tests, long enough for anybody'
    writeFileSync(join(folder, 'files', 'somebody.bin'), 'x')
    await expect(start({ secret })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('files of one'),
    })
    const elsewhere = join(folder, 'elsewhere')
    mkdirSync(elsewhere)
    await start({ secret, files: elsewhere })
  })
})
