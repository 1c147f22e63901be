import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshPostgresDatabase } from '../../../../../test/postgres/databases.ts'
import { SECRET } from '../../../test/instance.ts'
import { createHandrail, type Handrail, operations } from '../../index.ts'
import type { Channel, Tx } from '../database.ts'
import type { PostgresDatabase } from './postgres-database.ts'

const CHANNEL: Channel = { name: 'neighbours' }
let url: string
let pool: pg.Pool
/** One of each form: an address, one that sets a search path, and a pool. */
let handrails: Record<'address' | 'path' | 'pool', Handrail>

async function open(database: PostgresDatabase | string): Promise<Handrail> {
  const still = { upkeep: false, imports: false, webhooks: { deliver: false }, mail: { send: false } }
  return createHandrail({ database, secret: SECRET, poolSize: 3, ...still })
}

beforeAll(async () => {
  url = await freshPostgresDatabase()
  pool = new pg.Pool({ connectionString: url, max: 3, application_name: 'shop' })
  await pool.query('create table contacts (id int primary key, name text); insert into contacts values (1, $$Ada$$)')
  await pool.query('create schema shop; create table shop.contacts (id int)')
  // Together, since all three need the extension that a database has once.
  const [address, path, pooled] = await Promise.all([
    open({ url }),
    open({ url: `${url}?options=-c%20search_path%3Dshop`, schema: 'second' }),
    open({ pool, schema: 'third' }),
  ])
  handrails = { address, path, pool: pooled }
})

afterAll(async () => {
  for (const handrail of Object.values(handrails)) await handrail.close()
  await pool.end()
})

async function contactsOf(handrail: Handrail): Promise<string[]> {
  const operator = await handrail.asSystem()
  const { data: workspace } = await operator.invoke(operations.createWorkspace, { name: 'Acme' })
  const acme = await handrail.asSystem(workspace.id)
  await acme.invoke(operations.createContact, { email: 'zoe@harbour.example', first_name: 'Zoe' })
  return (await acme.invoke(operations.searchContacts, { query: 'ZOE' })).data.map(({ email }) => email)
}

describe.each(['address', 'path', 'pool'] as const)('an instance in a schema, by %s', (form) => {
  test('keeps its records there, and leaves the tables of others as they are', async () => {
    expect(await contactsOf(handrails[form])).toEqual(['zoe@harbour.example'])
    expect((await pool.query('select name from contacts')).rows).toEqual([{ name: 'Ada' }])
    expect((await pool.query('select * from shop.contacts')).rows).toEqual([])
  })
})

test('instances in schemas make nothing outside of them, bookkeeping included', async () => {
  const { rows } = await pool.query(
    "select schemaname, count(*)::int as tables from pg_tables where schemaname not in ('pg_catalog', 'information_schema') group by 1 order by 1",
  )
  const [{ tables }] = rows.slice(0, 1)
  expect(rows).toEqual([
    { schemaname: 'handrail', tables },
    { schemaname: 'public', tables: 1 },
    { schemaname: 'second', tables },
    { schemaname: 'shop', tables: 1 },
    { schemaname: 'third', tables },
  ])
  const references = await pool.query(
    "select count(*)::int as crossing from pg_constraint c join pg_class f on f.oid = c.confrelid where contype = 'f' and f.relnamespace <> c.connamespace",
  )
  expect(references.rows).toEqual([{ crossing: 0 }])
})

test('instances in two schemas of a database neither hear nor block each other', async () => {
  const heard: string[] = []
  const stop = Object.entries(handrails).map(([form, { database }]) =>
    database.listen(CHANNEL, () => void heard.push(form)),
  )
  // Each is woken once when it begins to listen.
  await expect.poll(() => heard.toSorted()).toEqual(['address', 'path', 'pool'])
  heard.length = 0
  const lock = async (tx: Tx) => tx.connection.dialect.lockRecord(tx.connection, 'emails')
  await handrails.address.database.write(async (tx) => {
    await lock(tx)
    await handrails.path.database.write(lock)
    await handrails.pool.database.write(async (other) => {
      await lock(other)
      await other.notify(CHANNEL)
      other.hint(CHANNEL, 'something')
    })
  })
  await expect.poll(() => heard).toEqual(['pool', 'pool'])
  for (const one of stop) one()
})

test('a transaction of an instance holds up the lists of its own schema alone', async () => {
  const settled = ({ database }: Handrail) => database.read(async ({ connection }) => connection.settled())
  const began = await handrails.pool.database.write(async (tx) => {
    // By another clock than that of the transaction, which is that of the database.
    await expect.poll(() => settled(handrails.address).then((until) => until > tx.time)).toBe(true)
    expect((await settled(handrails.pool)) <= tx.time).toBe(true)
    return tx.time
  })
  await expect.poll(() => settled(handrails.pool).then((until) => until > began)).toBe(true)
})

test('a pool is left as it was: nothing of an instance stays on its connections, and `close` does not end it', async () => {
  const lent = await open({ pool, schema: 'third' })
  await contactsOf(lent)
  await lent.close()
  await expect(lent.asSystem(crypto.randomUUID())).rejects.toMatchObject({ code: 'unavailable' })
  const settings = "select current_setting('search_path') as path, current_setting('application_name') as name"
  const clients = await Promise.all([pool.connect(), pool.connect()])
  for (const client of clients) {
    expect((await client.query(settings)).rows).toEqual([{ path: '"$user", public', name: 'shop' }])
    client.release()
  }
  expect(pool.ended).toBe(false)
})

test('a second start in a schema has nothing to migrate', async () => {
  const again = await open({ url })
  expect(await contactsOf(again)).toEqual(['zoe@harbour.example'])
  await again.close()
})

test.each(['Handrail', 'a b', '', 'pg_own', 'x'.repeat(33), 'a"; drop table contacts; --'])(
  'the name %j is refused for a schema',
  async (schema) => {
    await expect(open({ url, schema })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('schema'),
    })
  },
)
