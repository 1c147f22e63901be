import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { freshPostgresDatabase } from '../../../../test/postgres/databases.ts'
import { SECRET } from '../../test/instance.ts'
import { createHandrail, operations } from '../index.ts'
import type { Database } from './database.ts'
import { watchWrites } from './writable.ts'

async function ask(url: string, ...statements: string[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

test('an instance on PostgreSQL that takes no writes is not ready, and is again by itself', {
  timeout: 60_000,
}, async () => {
  const database = await freshPostgresDatabase()
  const name = new URL(database).pathname.slice(1)
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`
  const options = { upkeep: false, webhooks: { deliver: false }, poolSize: 2 }
  const handrail = await createHandrail({ database, secret: SECRET, ...options })
  const operator = await handrail.asSystem()
  const write = () => operator.invoke(operations.createWorkspace, { name: 'Acme' })
  try {
    await handrail.ping()
    await ask(database, `alter database ${name} set default_transaction_read_only = on`, end)
    await expect(write()).rejects.toMatchObject({ code: 'unavailable' })
    const reason = { code: 'unavailable', message: 'The database is read-only, so nothing can be written' }
    await vi.waitFor(() => expect(handrail.ping()).rejects.toMatchObject(reason), { timeout: 30_000 })
    const writable = 'set default_transaction_read_only = off'
    await ask(database, writable, `alter database ${name} reset default_transaction_read_only`, end)
    await vi.waitFor(() => handrail.ping(), { timeout: 30_000 })
    await write()
  } finally {
    await handrail.close()
  }
})

test('readiness: a probe follows a write that the disk refused, once a second at most, until one succeeds', async () => {
  let failure: Error | undefined = Object.assign(new Error('full'), { code: 'SQLITE_FULL' })
  let [writes, time] = [0, 0]
  const write = async () => {
    writes++
    await sleep(0)
    if (failure) throw failure
  }
  // Only its writes are used.
  const inner = { write } as unknown as Database
  const options = { file: undefined, probe: async () => undefined, monotonic: () => time }
  const { database, requireWritable } = watchWrites(inner, options)
  await requireWritable()
  expect(writes).toBe(0)
  await expect(database.write(async () => undefined)).rejects.toThrow('full')
  time += 1000
  for (let count = 0; count < 3; count++)
    await expect(requireWritable()).rejects.toThrow(/^The disk of the database is full/)
  expect(writes).toBe(2)
  failure = undefined
  time += 1000
  await requireWritable()
  time += 1000
  await requireWritable()
  expect(writes).toBe(3)
})

test('readiness: a write that failed for a reason of its own changes nothing', async () => {
  const write = async () => {
    throw Object.assign(new Error('unique'), { code: 'SQLITE_CONSTRAINT_UNIQUE' })
  }
  // Only its writes are used.
  const inner = { write } as unknown as Database
  const { database, requireWritable } = watchWrites(inner, { file: undefined, probe: async () => undefined })
  await expect(database.write(async () => undefined)).rejects.toThrow('unique')
  await requireWritable()
})
