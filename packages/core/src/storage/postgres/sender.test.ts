import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migratedPostgresDatabase } from '../../../../../test/postgres/databases.ts'
import { countRoundTrips } from '../../../../../test/postgres/round-trips.ts'
import { startProxy } from '../../../test/servers/postgres-proxy.ts'
import { addToCount, countOf } from '../../records/counters.ts'
import { insertRow, updateRow } from '../../records/rows.ts'
import type { Channel, Database, Reader, Tx } from '../database.ts'
import { openDatabase } from '../open.ts'

const at = '2026-11-20T12:00:00.000Z'
const FIRST = 'the first'

/** Sent, and waited for by nobody. */
const send = (tx: Tx, email: string, id = crypto.randomUUID()) =>
  insertRow(tx, 'users', { id, email, name: 'N', created_at: at, updated_at: at })
const emailsIn = async ({ db, tables: { users } }: Reader) => db.select({ email: users.email }).from(users)

interface Opened {
  database: Database
  emails(): Promise<string[]>
  close(): Promise<void>
}

/** A database with one user. */
async function openWith(at: (url: string) => Parameters<typeof openDatabase>[0]['database'], poolSize: number) {
  const url = await migratedPostgresDatabase()
  const database = await openDatabase({ database: at(url), poolSize })
  await database.write((tx) => send(tx, FIRST))
  const emails = async () => (await database.read(emailsIn)).map(({ email }) => email).toSorted()
  return { url, database, emails, close: () => database.close() }
}

describe.each(['own', 'borrowed', 'borrowed and pipelined'] as const)('transactions on a pool (%s)', (kind) => {
  let pool: pg.Pool | undefined
  let opened: Opened
  beforeAll(async () => {
    opened = await openWith((url) => {
      if (kind === 'own') return url
      pool = new pg.Pool({ connectionString: url, max: 2, pipeline: kind === 'borrowed and pipelined' })
      return { pool, schema: 'public' }
    }, 2)
  })
  afterAll(async () => {
    await opened.close()
    await pool?.end()
  })

  test('a statement that fails among others that were sent is the failure of the whole, and nothing is kept', async () => {
    const refused = opened.database.write(async (tx) => {
      await send(tx, 'before')
      await send(tx, FIRST)
      await send(tx, 'behind')
    })
    await expect(refused).rejects.toMatchObject({ name: 'UniqueViolation', column: 'users.email' })
    expect(await opened.emails()).toEqual([FIRST])
  })

  test('a statement that failed before the work ended in another error is the failure', async () => {
    const refused = opened.database.write(async (tx) => {
      await send(tx, FIRST)
      throw new Error('changed my mind')
    })
    await expect(refused).rejects.toMatchObject({ name: 'UniqueViolation', column: 'users.email' })
    expect(await opened.emails()).toEqual([FIRST])
  })

  test('a failure that was told is the business of whoever it was told to', async () => {
    const refused = opened.database.write(async (tx) => {
      await send(tx, FIRST)
      await Promise.resolve(tx.connection.settle()).catch(() => {
        throw new Error('made something else of it')
      })
    })
    await expect(refused).rejects.toThrow('made something else of it')
  })

  test('statements that are waited for tell the failure of the one that was sent before them', async () => {
    const refused = opened.database.write(async (tx) => {
      await send(tx, FIRST)
      return Promise.all([emailsIn(tx), emailsIn(tx), emailsIn(tx)])
    })
    await expect(refused).rejects.toMatchObject({ name: 'UniqueViolation', column: 'users.email' })
  })

  test('a failure is that of its own transaction alone, also of those that begin behind its commit', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, i) => opened.database.write((tx) => send(tx, i % 3 === 0 ? FIRST : `all ${i}`))),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(
      Array.from({ length: 30 }, (_, i) => (i % 3 === 0 ? 'rejected' : 'fulfilled')),
    )
    expect((await opened.emails()).filter((email) => email.startsWith('all'))).toHaveLength(20)
  })

  test('a row that was changed since it was read keeps the transaction from committing, which runs again', async () => {
    const id = crypto.randomUUID()
    await opened.database.write((tx) => send(tx, 'stale', id))
    let runs = 0
    await opened.database.write(async (tx) => {
      const row = { workspace_id: crypto.randomUUID(), id: crypto.randomUUID(), name: 'N' }
      // There is no such organisation, as if it had been deleted meanwhile.
      if (++runs === 1) await updateRow(tx, 'organisations', ['name'], row, { name: 'N' })
      await send(tx, `run ${runs}`)
    })
    expect([runs, (await opened.emails()).filter((email) => email.startsWith('run'))]).toEqual([2, ['run 2']])
  })

  test('so it does where a statement that the builders made is waited for behind it', async () => {
    let runs = 0
    const emails = await opened.database.write(async (tx) => {
      const row = { workspace_id: crypto.randomUUID(), id: crypto.randomUUID(), name: 'N' }
      if (++runs === 1) await updateRow(tx, 'organisations', ['name'], row, { name: 'N' })
      return emailsIn(tx)
    })
    expect([runs, emails.length > 0]).toEqual([2, true])
  })

  test('so it does where another statement was sent with it that answers no rows', async () => {
    let runs = 0
    const told: string[] = []
    await opened.database.write(async (tx) => {
      const row = { workspace_id: crypto.randomUUID(), id: crypto.randomUUID(), name: 'N' }
      if (++runs === 1) await updateRow(tx, 'organisations', ['name'], row, { name: 'N' })
      tx.connection.post(
        "insert into counters select w.id, 'users', '', '', 0, 0 from workspaces w returning value",
        [],
        {
          answered: (rows) => told.push(`${rows.length} rows`),
          failed: () => told.push('failed'),
        },
      )
    })
    expect([runs, told]).toEqual([2, ['failed', '0 rows']])
  })
})

describe('transactions on a pool of our own', () => {
  test('what nobody waits for goes with the commit', async () => {
    const { database, close } = await openWith((url) => url, 1)
    const { trips, statements } = await countRoundTrips(() =>
      database.write(async (tx) => {
        for (let number = 0; number < 5; number++) await send(tx, `sent ${number}`)
      }),
    )
    expect([trips, statements.length]).toEqual([2, 7])
    await close()
  })

  test('rows of different tables are written by one statement, and those that follow see them', async () => {
    const { database, close } = await openWith((url) => url, 1)
    const workspace_id = crypto.randomUUID()
    const count = (tx: Tx) => addToCount(tx, workspace_id, 'users', 1)
    const { statements } = await countRoundTrips(() =>
      database.write(async (tx) => {
        await send(tx, 'joined')
        await count(tx)
        // A statement changes a row once, so what follows of the same table is in another.
        await count(tx)
        await send(tx, 'joined as well')
        expect(await countOf(tx, workspace_id, 'users')).toBe(2)
        expect(await emailsIn(tx)).toHaveLength(3)
      }),
    )
    expect(statements.map((one) => /^\w+/.exec(one)?.[0])).toEqual([
      'begin',
      'with',
      'with',
      'select',
      'select',
      'commit',
    ])
    await close()
  })

  test('whoever waits for the connection begins with the commit before', async () => {
    const { database, close } = await openWith((url) => url, 1)
    const { trips } = await countRoundTrips(() =>
      Promise.all(Array.from({ length: 10 }, (_, number) => database.write((tx) => send(tx, `queued ${number}`)))),
    )
    // Each begins, and sends its work with its commit and the begin of the next.
    expect(trips).toBe(11)
    await close()
  })

  test.each([
    ['cutAt', 1],
    ['cutBefore', 2],
  ] as const)(
    'a connection that is lost at a commit that was sent with work (%s): runs %d times, is there once',
    async (cut, times) => {
      const { url, emails, close } = await openWith((given) => given, 1)
      const proxy = await startProxy(url)
      const behind = await openDatabase({ database: proxy.url, poolSize: 2 })
      await behind.write((tx) => send(tx, 'prepared'))
      proxy[cut]('commit')
      let runs = 0
      await behind.write((tx) => {
        runs++
        return send(tx, 'sent with it')
      })
      expect([runs, (await emails()).filter((email) => email === 'sent with it')]).toEqual([times, ['sent with it']])
      await behind.close()
      await proxy.close()
      await close()
    },
  )

  test('a wake reaches listeners after the commit, and many of them at once cost few notifications', async () => {
    const { database, close } = await openWith((url) => url, 4)
    const channel: Channel = { name: 'wakes' }
    let heard = 0
    const stop = database.listen(channel, () => heard++)
    await expect.poll(() => heard).toBe(1)
    const write = (number: number) =>
      database.write(async (tx) => {
        tx.wake(channel)
        await send(tx, `woken ${number}`)
      })
    await Promise.all(Array.from({ length: 40 }, (_, number) => write(number)))
    await expect.poll(() => heard).toBeGreaterThan(1)
    // No more than one for each commit, and one behind the last.
    expect(heard).toBeLessThan(40)
    stop()
    await close()
  })
})
