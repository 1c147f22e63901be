import { afterEach, expect, test } from 'vitest'
import { FAILURE, SUCCESS } from '../../../../test/attempts.ts'
import { type Instance, openInstance } from '../../../../test/instance.ts'
import { createOrganisation, createWebhookEndpoint } from '../../../index.ts'
import { deliveryLane } from '../deliver.ts'

const ROWS = 100_000
const BATCH = 25_000
const TABLES = ['webhook_deliveries', 'webhook_endpoints', 'events', 'webhook_attempts']
const URL = 'https://receiver.example.com/'

let instance: Instance
afterEach(() => instance.close())

// Rows that a statement reads are counted by the server itself: times would say more of the machine.
const READ = `select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::integer as rows
  from pg_stat_user_tables where relname = any($1)`

test.each(['never', 'while they were empty'])(
  'PostgreSQL whose tables were analyzed %s reads a few rows at each claim, and not all of them',
  async (when) => {
    instance = await openInstance('postgres', { poolSize: 1 })
    const { acme, handrail } = instance
    const { database } = handrail
    const run = (sql: string) => database.write(async ({ connection }) => void (await connection.run(sql, [])))
    for (const table of TABLES) {
      await run(`alter table ${table} set (autovacuum_enabled = false)`)
      if (when !== 'never') await run(`analyze ${table}`)
    }
    const endpoint = { url: URL, events: ['organisation.created'] }
    const { data } = await acme.invoke(createWebhookEndpoint, endpoint)
    const lane = deliveryLane(acme.context, (error) => expect.unreachable(String(error)))
    const planned = { planned: 'anew' } as const
    async function cycle(): Promise<void> {
      for (const name of ['one', 'other']) await acme.invoke(createOrganisation, { name })
      const jobs = await database.write((tx) => lane.claim(tx, { limit: 384, slow: 384 }, 'a worker'), planned)
      expect(jobs).toHaveLength(2)
      const ended = jobs.map((job, i) => ({ job, attempt: i === 0 ? SUCCESS : FAILURE }))
      await database.write((tx) => lane.settle(tx, ended), planned)
      await lane.tend?.()
    }
    // As often as a connection needs to keep the plans that it makes.
    for (let round = 0; round < 8; round++) await cycle()
    const { workspace_id } = acme.context.caller
    for (let from = 0; from < ROWS; from += BATCH)
      await run(`insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, event, status, attempts,
          created_at, updated_at, next_attempt_at, waiting_for)
        select '${workspace_id}', lpad(to_hex(i), 32, '0')::uuid, '${data.id}', 'evt_' || i, 'organisation.created',
          case when i % 2 = 0 then 'pending' else 'succeeded' end, 1, now(), now(),
          case when i % 2 = 0 then now() + interval '1000 days' end, case when i % 2 = 0 then 'time' end
        from generate_series(${from + 1}, ${from + BATCH}) i`)
    const read = async () => {
      // What a connection has counted, it tells when it has nothing to do; this one at once.
      await run('select pg_stat_force_next_flush()')
      const rows = await database.read(async ({ connection }) => connection.rows<{ rows: number }>(READ, [TABLES]))
      return rows[0]?.rows ?? 0
    }
    const before = await read()
    for (let round = 0; round < 8; round++) await cycle()
    expect((await read()) - before).toBeLessThan(ROWS / 20)
  },
  120_000,
)
