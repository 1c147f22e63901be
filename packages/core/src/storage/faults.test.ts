import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../../../../test/postgres-server.ts'
import { startProxy } from '../../test/servers/postgres-proxy.ts'
import type { Channel, Database, Tx } from './database.ts'
import { openDatabase } from './open.ts'
import { watchSilence } from './postgres/silence.postgres.ts'

// What becomes of the program where PostgreSQL breaks connections, restarts or hangs. A server of its own: it is broken.
let server: PostgresServer
let database: Database
beforeAll(async () => {
  server = await startPostgres({ durable: true })
}, 60_000)
afterAll(() => server.stop())
beforeEach(async () => {
  database = await openDatabase({ database: server.url, poolSize: 4 })
})
afterEach(() => database.close())

const insert = async ({ db, tables: { users } }: Tx, email: string = crypto.randomUUID()) => {
  const at = '2026-11-20T12:00:00.000Z'
  await db.insert(users).values({ id: crypto.randomUUID(), email, name: 'N', created_at: at, updated_at: at })
}
const emails = () =>
  database.read(async ({ db, tables: { users } }) => (await db.select().from(users)).map(({ email }) => email))

async function ask(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}
const terminate = () =>
  ask("select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'handrail%'")

describe('a server that lets nobody in', () => {
  const name = `refusing_${process.pid}`
  const role = `nobody_${process.pid}`
  const urlOf = (user?: string) => {
    const url = new URL(server.url)
    url.pathname = name
    if (user) [url.username, url.password] = [user, 'p']
    return url.href
  }
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`

  test.each([
    ['whose database takes no connections', [`alter database ${name} allow_connections false`, end]],
    ['where the role may not log in', [`alter role ${role} nologin`, end]],
    ['whose database is gone', [`drop database ${name} with (force)`]],
  ])('%s is unavailable, for reads and writes', async (_, statements) => {
    await ask(`create database ${name}`, `create role ${role} login superuser password 'p'`)
    const refused = await openDatabase({ database: urlOf(role), poolSize: 2 })
    await ask(...statements)
    const unavailable = { code: 'unavailable', status: 503 }
    const read = refused.read(async ({ db, tables: { users } }) => db.select().from(users))
    await expect(read).rejects.toMatchObject(unavailable)
    await expect(refused.write((tx) => insert(tx))).rejects.toMatchObject(unavailable)
    await refused.close()
    await ask(`drop database if exists ${name} with (force)`, `drop role ${role}`)
  })
})

describe('a connection that is ended', () => {
  test('between two statements of a transaction costs nobody anything: it is run again', async () => {
    let runs = 0
    await database.write(async (tx) => {
      await insert(tx, `again-${++runs}`)
      if (runs > 1) return
      await terminate()
      // The word of it arrives while no statement runs.
      await sleep(50)
      await insert(tx)
    })
    expect(runs).toBe(2)
    const kept = await emails()
    expect([kept.includes('again-1'), kept.includes('again-2')]).toEqual([false, true])
  })

  test('after its commit has reached the server is no failure: what it wrote is there once, and is answered', async () => {
    const proxy = await startProxy(server.url)
    const behind = await openDatabase({ database: proxy.url, poolSize: 2 })
    proxy.cutAt('commit')
    let runs = 0
    const told: string[] = []
    const value = await behind.write(async (tx) => {
      runs++
      tx.afterCommit(() => told.push('committed'))
      await insert(tx, 'met-itself')
      return 'the answer'
    })
    expect([value, runs, told]).toEqual(['the answer', 1, ['committed']])
    expect((await emails()).filter((email) => email === 'met-itself')).toHaveLength(1)
    await behind.close()
    await proxy.close()
  })

  test('before its commit has reached the server is run again', async () => {
    const proxy = await startProxy(server.url)
    const behind = await openDatabase({ database: proxy.url, poolSize: 2 })
    proxy.cutBefore('commit')
    let runs = 0
    await behind.write((tx) => insert(tx, `never-reached-${++runs}`))
    expect((await emails()).filter((email) => email.startsWith('never-reached'))).toEqual(['never-reached-2'])
    await behind.close()
    await proxy.close()
  })

  test('while it is idle is replaced', async () => {
    await Promise.all(Array.from({ length: 4 }, () => database.write((tx) => insert(tx))))
    await terminate()
    await expect(emails()).resolves.not.toEqual([])
    await database.write((tx) => insert(tx))
  })

  test('for a good reason of its own is not tried for ever', async () => {
    const always = database.write(async (tx) => {
      await insert(tx)
      await terminate()
      await insert(tx)
    })
    await expect(always).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 })
  })
})

test('a listener hears again after its connection was ended', async () => {
  const channel: Channel = { name: 'faults' }
  let heard = 0
  const stop = database.listen(channel, () => heard++)
  await expect.poll(() => heard).toBe(1)
  await terminate()
  // Whatever was missed meanwhile: it wakes when it listens again.
  await expect.poll(() => heard).toBe(2)
  await database.write((tx) => Promise.resolve(tx.notify(channel)))
  await expect.poll(() => heard).toBe(3)
  stop()
})

describe('a server', () => {
  test.each(['fast', 'immediate'] as const)(
    'that restarts (%s) is unavailable meanwhile, and loses nothing',
    async (how) => {
      const acknowledged: string[] = []
      const refused: unknown[] = []
      let ended = false
      const writer = async () => {
        while (!ended) {
          const email = crypto.randomUUID()
          await database
            .write((tx) => insert(tx, email))
            .then(
              () => acknowledged.push(email),
              (error) => refused.push(error),
            )
        }
      }
      const writers = Promise.all([writer(), writer(), writer()])
      await expect.poll(() => acknowledged.length).toBeGreaterThan(10)
      await server.restart(how, 300)
      const before = acknowledged.length
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 10)
      ended = true
      await writers
      for (const error of refused) expect(error).toMatchObject({ code: 'unavailable', retryAfter: 1 })
      const kept = new Set(await emails())
      expect(acknowledged.filter((email) => !kept.has(email))).toEqual([])
    },
  )

  test('that no longer takes writes is left for the one that does', async () => {
    await ask('alter system set default_transaction_read_only = on')
    await ask('select pg_reload_conf()')
    await expect.poll(() => database.write((tx) => insert(tx)).catch((error) => error.code)).toBe('unavailable')
    await ask('set default_transaction_read_only = off', 'alter system reset default_transaction_read_only')
    await ask('select pg_reload_conf()')
    await expect
      .poll(() =>
        database
          .write((tx) => insert(tx))
          .then(
            () => 'written',
            (error) => error.code,
          ),
      )
      .toBe('written')
  })

  test('that hangs holds up what waits for it, and nothing is lost', async ({ skip }) => {
    skip(process.platform !== 'linux', 'the processes of the server are found in /proc')
    await database.write((tx) => insert(tx))
    const advance = server.pause()
    const written = database.write((tx) => insert(tx, 'patient'))
    await sleep(300)
    advance()
    await written
    expect(await emails()).toContain('patient')
  })
})

test('a connection that gets no answer for too long is given up', async ({ skip }) => {
  skip(process.platform !== 'linux', 'the processes of the server are found in /proc')
  const pool = new pg.Pool({ connectionString: server.url, max: 1 })
  // The server may stop before the last connection has closed.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => void client.on('error', () => undefined))
  const stop = watchSilence(pool, 300)
  await pool.query('select 1')
  const advance = server.pause()
  await expect(pool.query('select 1')).rejects.toThrow('Connection terminated')
  advance()
  expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }])
  stop()
  await pool.end()
})
