import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migratedPostgresDatabase } from '../../../../../test/postgres/databases.ts'
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '../../../../../test/postgres/pgbouncer.ts'
import { SECRET } from '../../../test/instance.ts'
import { type Bound, createHandrail, type Handrail, operations } from '../../index.ts'
import type { Channel } from '../database.ts'
import { openDatabase } from '../open.ts'

const { createContact, createWorkspace, getContact, listContacts, updateContact } = operations

// In transaction mode the transactions of a connection are on different ones of the database, which keep nothing of it.
describe.skipIf(!hasPgBouncer())('behind PgBouncer in transaction mode (skipped where it is not installed)', () => {
  let url: string
  let bouncer: PgBouncer
  let handrail: Handrail
  let acme: Bound
  beforeAll(async () => {
    url = await migratedPostgresDatabase()
    bouncer = await startPgBouncer(url)
    const still = { upkeep: false, imports: false, webhooks: { deliver: false } }
    handrail = await createHandrail({ database: url, pooler: bouncer.url, poolSize: 8, secret: SECRET, ...still })
    const { data } = await (await handrail.asSystem()).invoke(createWorkspace, { name: 'Acme' })
    acme = await handrail.asSystem(data.id)
  })
  afterAll(async () => {
    await handrail.close()
    await bouncer.stop()
  })

  test('many write and read at once, on fewer connections of the database than they have of the pooler', async () => {
    const names = Array.from({ length: 60 }, (_, number) => `n${number}`)
    const made = await Promise.all(
      names.map(async (first_name) => {
        const { data } = await acme.invoke(createContact, { email: `${first_name}@example.com`, first_name })
        const changed = await acme.invoke(updateContact, { id: data.id, last_name: first_name })
        const read = await acme.invoke(getContact, { id: data.id })
        expect(read.data).toEqual(changed.data)
        return data.id
      }),
    )
    expect(new Set(made).size).toBe(60)
    const { meta } = await acme.invoke(listContacts, { updated_since: '2020-01-01T00:00:00.000Z', page: 1 })
    expect(meta).toMatchObject({ total: 60 })
  })

  test('a conflict with a unique index is a validation error', async () => {
    await acme.invoke(createContact, { email: 'twice@example.com', first_name: 'T' })
    const again = acme.invoke(createContact, { email: 'twice@example.com', first_name: 'T' })
    await expect(again).rejects.toMatchObject({ code: 'validation_error', errors: { email: expect.anything() } })
  })

  test('transactions have the limits and the planning of others', async () => {
    const settings = ['statement_timeout', 'lock_timeout', 'enable_seqscan', 'application_name']
    const shown = (name: string) =>
      handrail.database.read(async ({ connection }) => {
        const [row] = await connection.rows<{ value: string }>(`select current_setting('${name}') as value`, [])
        return row?.value
      })
    expect(await Promise.all(settings.map(shown))).toEqual(['15s', '5s', 'off', 'handrail'])
  })

  test('what is notified is heard, and the process is present to others', async () => {
    const other = await openDatabase({ database: url, poolSize: 1 })
    const channel: Channel = { name: 'pooled' }
    let heard = 0
    const stop = handrail.database.listen(channel, () => heard++)
    // As soon as it listens.
    await expect.poll(() => heard).toBe(1)
    await other.write(async (tx) => tx.notify(channel))
    await expect.poll(() => heard).toBe(2)
    await handrail.database.write(async (tx) => tx.notify(channel))
    await expect.poll(() => heard).toBe(3)
    handrail.database.presentAs()
    await handrail.database.whenPresent()
    const id = handrail.database.presentAs() ?? expect.fail()
    const ended = () => other.read(async ({ connection }) => connection.dialect.ended(connection, [id]))
    expect(await ended()).toEqual(new Set())
    stop()
    await other.close()
  })

  test('its address in the place of that of PostgreSQL is refused in words', async () => {
    await expect(openDatabase({ database: bouncer.url })).rejects.toThrow('DATABASE_POOLER_URL')
  })
})
