import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { freshPostgresDatabase } from '../../../../test/postgres/databases.ts'
import { ENGINES, type Engine } from '../../test/instance.ts'
import type { Database, Tx, WriteOptions } from './database.ts'
import { openDatabase, pendingMigrations } from './open.ts'
import { openPostgres } from './postgres/open.postgres.ts'
import { placeOf as postgresAt } from './postgres/place.postgres.ts'
import { backupSqlite } from './sqlite/backup.ts'

let folder: string
let opened: Database[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'handrail-storage-'))
  opened = []
})
afterEach(async () => {
  for (const database of opened) await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const at = '2026-11-20T12:00:00.120Z'
const placeOf = (engine: Engine) => (engine === 'sqlite' ? join(folder, 'test.db') : freshPostgresDatabase())
async function open(database: string, exclusive = false): Promise<Database> {
  const open = await openDatabase({ database, exclusive, poolSize: 4 })
  opened.push(open)
  return open
}
const insertUser = async ({ db, tables: { users } }: Tx, email: string, id = crypto.randomUUID()) => {
  await db.insert(users).values({ id, email, name: 'N', created_at: at, updated_at: at })
}
const emails = (database: Database) =>
  database.read(async ({ db, tables: { users } }) =>
    (await db.select().from(users)).map(({ email }) => email).toSorted(),
  )

describe.each(ENGINES)('storage on %s', (engine) => {
  test('times come back as they went in', async () => {
    const database = await open(await placeOf(engine))
    await database.write((tx) => insertUser(tx, 'a'))
    const [user] = await database.read(async ({ db, tables: { users } }) => db.select().from(users))
    expect(user).toMatchObject({ created_at: at, updated_at: at })
  })

  test('a write waits for the disk, unless it need not last', async () => {
    // The server of the tests does not wait by itself.
    const waiting = engine === 'sqlite' ? '' : '?options=-csynchronous_commit%3Don'
    const database = await open(`${await placeOf(engine)}${waiting}`)
    const [question, lasting, passing] =
      engine === 'sqlite' ? ['pragma synchronous', 2, 1] : ['show synchronous_commit', 'on', 'off']
    const how = (options?: WriteOptions) =>
      database.write(
        async ({ connection }) => Object.values((await connection.rows<object>(question, []))[0] ?? {})[0],
        options,
      )
    expect([await how(), await how({ lasting: false }), await how()]).toEqual([lasting, passing, lasting])
    expect(await Promise.all([how({ lasting: false }), how()])).toContain(lasting)
    await database.write((tx) => insertUser(tx, 'a'), { lasting: false })
    expect(await emails(database)).toEqual(['a'])
  })

  test('a write that fails takes back all of itself and nothing of others', async () => {
    const database = await open(await placeOf(engine))
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, i) =>
        database.write(async (tx) => {
          await insertUser(tx, `user-${i}`)
          if (i % 4 === 0) throw new Error('changed my mind')
          if (i % 4 === 1) await insertUser(tx, `user-${i}`)
        }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    const kept = Array.from({ length: 40 }, (_, i) => i).filter((i) => i % 4 > 1)
    expect(await emails(database)).toEqual(kept.map((i) => `user-${i}`).toSorted())
  })

  test('a unique index that refuses is named in the same words on both engines', async () => {
    const database = await open(await placeOf(engine))
    await database.write((tx) => insertUser(tx, 'twice'))
    await expect(database.write((tx) => insertUser(tx, 'twice'))).rejects.toMatchObject({ column: 'users.email' })
    const insertEndpoint = async ({ db, tables: { webhook_endpoints: endpoints } }: Tx) => {
      const ids = { workspace_id: crypto.randomUUID(), id: '0199a000-0000-7000-8000-000000000000' }
      const rest = {
        url: '',
        events: [],
        description: '',
        status: 'enabled' as const,
        sealed_secret: '',
        created_at: at,
        updated_at: at,
      }
      await db.insert(endpoints).values({ ...ids, ...rest })
    }
    await database.write(insertEndpoint)
    await expect(database.write(insertEndpoint)).rejects.toMatchObject({ column: 'webhook_endpoints.id' })
  })

  test('work after the commit runs after it, and not at all when there is none', async () => {
    const database = await open(await placeOf(engine))
    const ran: string[] = []
    await database.write(async (tx) => {
      tx.afterCommit(() => ran.push('committed'))
      await insertUser(tx, 'a')
      expect(ran).toEqual([])
    })
    await database
      .write(async (tx) => {
        tx.afterCommit(() => ran.push('rolled back'))
        throw new Error('no')
      })
      .catch(() => undefined)
    expect(ran).toEqual(['committed'])
  })

  test('a reader cannot write, and a transaction cannot open another: they do not compile', async () => {
    const database = await open(await placeOf(engine))
    await database.read(async (reader) => {
      // @ts-expect-error a reader has no insert
      expect(() => reader.db.insert(reader.tables.leases).values({}).run()).toThrow()
    })
    await database.write(async (tx) => {
      // @ts-expect-error a transaction has no transaction
      expect(tx.db.transaction).toBeDefined()
    })
  })

  test('a closed database refuses what comes late, and says so', async () => {
    const database = await openDatabase({ database: await placeOf(engine), poolSize: 4 })
    await database.close()
    await expect(database.write((tx) => insertUser(tx, 'late'))).rejects.toMatchObject({ code: 'unavailable' })
    await expect(emails(database)).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('increments of many writers add up', async () => {
    const database = await open(await placeOf(engine))
    const { users } = await database.read(async ({ tables }) => tables)
    await database.write((tx) => insertUser(tx, 'counter'))
    await Promise.all(
      Array.from({ length: 50 }, () =>
        database.write(async ({ db }) => {
          const [user] = await db.select().from(users).where(eq(users.email, 'counter'))
          await db.insert(users).values({
            id: crypto.randomUUID(),
            email: crypto.randomUUID(),
            name: user?.name ?? '',
            created_at: at,
            updated_at: at,
          })
        }),
      ),
    )
    expect(await emails(database)).toHaveLength(51)
  })

  test('a second start has nothing to migrate; a database newer than the program is refused', async () => {
    const key = await placeOf(engine)
    expect((await pendingMigrations(key)).slice(0, 2)).toEqual(['0000_foundation', '0001_contacts_search'])
    const first = await open(key)
    expect(await pendingMigrations(key)).toEqual([])
    await first.close()
    opened = []
    const future = "insert into handrail_migrations (hash, created_at) values ('future', 99999999999999)"
    if (engine === 'sqlite') {
      const raw = new Sqlite(key)
      raw.exec(future)
      raw.close()
    } else {
      const raw = openPostgres(postgresAt(key), 1)
      await raw.pool.query(future)
      await raw.database.close()
    }
    await expect(open(key)).rejects.toMatchObject({ message: expect.stringContaining('newer version of Handrail') })
  })

  test('several that start together migrate once', async () => {
    const key = await placeOf(engine)
    const databases = await Promise.all([open(key), open(key), open(key)])
    await databases[0]?.write((tx) => insertUser(tx, 'one'))
    expect(await emails(databases[2] as Database)).toEqual(['one'])
  })
})

describe('an SQLite file', () => {
  test('is served by one process at a time, readable by its owner alone', async () => {
    const file = join(folder, 'test.db')
    const first = await open(file, true)
    await expect(open(file, true)).rejects.toMatchObject({
      message: expect.stringContaining('Another Handrail instance'),
    })
    expect(statSync(file).mode & 0o077).toBe(0)
    // Commands that do not serve may open it meanwhile.
    const beside = await open(file)
    await beside.write((tx) => insertUser(tx, 'beside'))
    expect(await emails(first)).toEqual(['beside'])
    await first.close()
    opened = [beside]
    await open(file, true)
  })

  test('lets others read while many write, from the state before, and answers the first before the last has begun', async () => {
    const database = await open(join(folder, 'test.db'))
    let begun = 0
    const seen: number[] = []
    const acknowledged: number[] = []
    const all = Array.from({ length: 40 }, (_, i) =>
      database
        .write(async (tx) => {
          begun++
          await insertUser(tx, `user-${i}`)
          for (const until = performance.now() + 2; performance.now() < until; );
        })
        .then(() => acknowledged.push(begun)),
    )
    while (acknowledged.length < all.length) {
      await nextTurn()
      const done = acknowledged.length
      seen.push(begun)
      const found = await emails(database)
      // What was acknowledged is seen by every later read.
      expect(found.length).toBeGreaterThanOrEqual(done)
    }
    await Promise.all(all)
    const whileWriting = seen.filter((count) => count > 0 && count < all.length)
    expect(whileWriting.length).toBeGreaterThanOrEqual(all.length / 8)
    expect(acknowledged[0]).toBeLessThan(all.length)
    expect(await emails(database)).toHaveLength(all.length)
  })

  test('is written by two instances of one process, neither of which finds it busy', async () => {
    const file = join(folder, 'test.db')
    const both = [await open(file), await open(file)]
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        both[i % 2]?.write(async (tx) => {
          await insertUser(tx, `user-${i}`)
          for (const until = performance.now() + 2; performance.now() < until; );
        }),
      ),
    )
    expect(await emails(both[0] as Database)).toHaveLength(40)
  })

  test('answers that it is busy while another process holds it, reads on, and recovers', async () => {
    const file = join(folder, 'test.db')
    const database = await open(file)
    const holder = new Sqlite(file)
    holder.exec('begin immediate')
    await expect(database.write((tx) => insertUser(tx, 'busy'))).rejects.toMatchObject({
      code: 'unavailable',
      retryAfter: 2,
    })
    expect(await emails(database)).toEqual([])
    holder.exec('rollback')
    holder.close()
    await database.write((tx) => insertUser(tx, 'after'))
    expect(await emails(database)).toEqual(['after'])
  })

  test('that is full refuses what waits together, keeps what was written, and recovers', async () => {
    const file = join(folder, 'test.db')
    const database = await open(file)
    await database.write((tx) => insertUser(tx, 'before'))
    const limit = async (pages: number) =>
      database.write(async ({ connection }) => void (await connection.rows(`pragma max_page_count = ${pages}`, [])))
    await limit(1)
    const big = Array.from({ length: 8 }, (_, i) =>
      database.write(async (tx) => {
        for (let n = 0; n < 20; n++) await insertUser(tx, `${i}-${n}-${'x'.repeat(5000)}`)
      }),
    )
    for (const { status } of await Promise.allSettled(big)) expect(status).toBe('rejected')
    await expect(big[0]).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('full') })
    expect(await emails(database)).toEqual(['before'])
    await limit(1_000_000)
    await database.write((tx) => insertUser(tx, 'recovered'))
    expect(await emails(database)).toEqual(['before', 'recovered'])
  })

  test('runs writes that wait together once, and once more where one fails that has written', async () => {
    // However slow the machine is, they take no longer than those that wait together may.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
    const database = await open(join(folder, 'test.db'))
    const runs = new Map<string, number>()
    const write = (name: string, fails?: 'before' | 'after') =>
      database.write(async (tx) => {
        runs.set(name, (runs.get(name) ?? 0) + 1)
        if (fails === 'before') throw new Error(`${name} has not written`)
        await insertUser(tx, name)
        if (fails === 'after') throw new Error(`${name} has written`)
        tx.afterCommit(() => runs.set(`committed ${name}`, (runs.get(`committed ${name}`) ?? 0) + 1))
      })
    await Promise.allSettled([write('a'), write('b', 'before'), write('c')])
    expect([...runs]).toEqual([
      ['a', 1],
      ['b', 1],
      ['c', 1],
      ['committed a', 1],
      ['committed c', 1],
    ])
    runs.clear()
    const outcomes = await Promise.allSettled([write('d'), write('e', 'after'), write('f')])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect([...runs]).toEqual([
      ['d', 2],
      ['e', 2],
      ['f', 1],
      ['committed d', 1],
      ['committed f', 1],
    ])
    runs.clear()
    // From now on each is run in a savepoint, and whoever fails costs the others nothing.
    await Promise.allSettled([write('g'), write('h', 'after'), write('i')])
    expect([runs.get('g'), runs.get('h'), runs.get('i')]).toEqual([1, 1, 1])
    expect(await emails(database)).toEqual(['a', 'c', 'd', 'f', 'g', 'i'])
    clock.mockRestore()
  })

  test('is read from one state in a turn of the event loop, and what is committed is seen at once', async () => {
    const file = join(folder, 'test.db')
    const database = await open(file)
    await database.write((tx) => insertUser(tx, 'a'))
    const other = new Sqlite(file)
    const insertElsewhere = (id: string) =>
      other
        .prepare('insert into users (id, email, name, created_at, updated_at) values (?, ?, ?, ?, ?)')
        .run(id, id, id, at, at)
    const count = () =>
      database.read(async ({ connection }) => {
        const [row] = await connection.rows<{ total: number }>('select count(*) as total from users', [])
        return row?.total
      })
    expect(await count()).toBe(1)
    insertElsewhere('b')
    expect(await count()).toBe(1)
    await nextTurn()
    expect(await count()).toBe(2)
    const before = await database.write(async (tx) => {
      await insertUser(tx, 'c')
      return count()
    })
    expect([before, await count()]).toEqual([2, 3])
    insertElsewhere('d')
    // Whoever says up to when all is seen sees all that was committed by then, by other processes too.
    const seen = await database.read(async ({ connection }) => (await connection.settled()) && count())
    expect(seen).toBe(4)
    other.close()
  })

  test('settles many writes of a transaction in turns of the event loop, as each has a response to write', async () => {
    const database = await open(join(folder, 'test.db'))
    let turn = 0
    let counting = setImmediate(function next() {
      turn++
      counting = setImmediate(next)
    })
    const turns = await Promise.all(
      Array.from({ length: 40 }, (_, n) => database.write((tx) => insertUser(tx, String(n))).then(() => turn)),
    )
    clearImmediate(counting)
    const inOneTurn = Map.groupBy(turns, (each) => each).values()
    expect(Math.max(...[...inOneTurn].map((each) => each.length))).toBeLessThanOrEqual(16)
    expect(await emails(database)).toHaveLength(40)
  })

  test('does not let its log grow for as long as it is read', async () => {
    const file = join(folder, 'test.db')
    const database = await open(file)
    let reads = 0
    let reading = true
    const read = async () => {
      while (reading) {
        await emails(database)
        await database.read(async ({ connection }) => connection.rows('select count(*) from users', []))
        reads++
        await nextTurn()
      }
    }
    const reader = read()
    const name = 'x'.repeat(3000)
    for (let round = 0; round < 30; round++)
      await database.write(async ({ db, tables: { users } }) => {
        const user = { id: 'one', email: 'one', name, created_at: at, updated_at: at }
        await db.delete(users)
        for (let n = 0; n < 1000; n++)
          await db.insert(users).values({ ...user, id: `${round}-${n}`, email: `${round}-${n}` })
      })
    reading = false
    await reader
    expect(reads).toBeGreaterThanOrEqual(30)
    expect(statSync(`${file}-wal`).size).toBeLessThan(60 * 1024 ** 2)
  })

  test('commits survive a power cut: synchronous is FULL in WAL mode', async () => {
    const database = await open(join(folder, 'test.db'))
    const pragma = (name: string) => database.write(async ({ connection }) => connection.rows(`pragma ${name}`, []))
    expect(await pragma('synchronous')).toEqual([{ synchronous: 2 }])
    expect(await pragma('journal_mode')).toEqual([{ journal_mode: 'wal' }])
    expect(await pragma('foreign_keys')).toEqual([{ foreign_keys: 1 }])
  })

  test('can be copied while it is written', async () => {
    const database = await open(join(folder, 'test.db'))
    await database.write((tx) => insertUser(tx, 'kept'))
    await Promise.all([
      backupSqlite(join(folder, 'test.db'), join(folder, 'copy.db')),
      ...Array.from({ length: 20 }, (_, i) => database.write((tx) => insertUser(tx, `during-${i}`))),
    ])
    expect(await emails(await open(join(folder, 'copy.db')))).toContain('kept')
  })
})
