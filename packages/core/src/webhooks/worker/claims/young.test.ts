import { afterEach, expect, test } from 'vitest'
import { FAILURE, SUCCESS } from '../../../../test/data/attempts.ts'
import { type Instance, openInstance } from '../../../../test/instance.ts'
import { operations } from '../../../index.ts'
import type { Database } from '../../../storage/database.ts'
import { deliveryQueue } from '../deliver.ts'
import { releaseDue, STEP } from '../waiting/waiting.ts'

const { createOrganisation, createWebhookEndpoint } = operations

const ROWS = 100_000
/** So many rows that a bitmap scan with a sort seems cheaper than the sorted index, given wrong estimates. */
const HELD = 300_000
const BATCH = 25_000
const TABLES = ['webhook_deliveries', 'webhook_endpoints', 'events', 'webhook_attempts']
const PLANNED = { planned: 'anew' } as const
const URL = 'https://receiver.example.com/'

let instance: Instance
afterEach(() => instance.close())

// The server counts the rows that a statement reads, which is independent of the machine's speed.
const READ = `select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::integer as rows
  from pg_stat_user_tables where relname = any($1)`

const run = ({ write }: Database, sql: string) => write(async ({ connection }) => void (await connection.run(sql, [])))

/** @returns the number of rows read from the tables */
async function rowsReadBy(database: Database, work: () => Promise<void>): Promise<number> {
  const read = async () => {
    // A connection reports its counts when idle; this flushes them immediately.
    await run(database, 'select pg_stat_force_next_flush()')
    const rows = await database.read(async ({ connection }) => connection.rows<{ rows: number }>(READ, [TABLES]))
    return rows[0]?.rows ?? 0
  }
  const before = await read()
  await work()
  return (await read()) - before
}

/** An endpoint in a database without automatic statistics. */
async function openYoung(when: string) {
  instance = await openInstance('postgres', { poolSize: 1 })
  const { acme, handrail } = instance
  const { database } = handrail
  for (const table of TABLES) {
    await run(database, `alter table ${table} set (autovacuum_enabled = false)`)
    if (when !== 'never') await run(database, `analyze ${table}`)
  }
  const { data } = await acme.invoke(createWebhookEndpoint, { url: URL, events: ['organisation.created'] })
  const { workspace_id } = acme.context.caller
  /** Inserts deliveries numbered `i` in the given SQL. */
  async function fill(
    rows: number,
    { status, until, waiting_for }: Record<'status' | 'until' | 'waiting_for', string>,
  ) {
    for (let from = 0; from < rows; from += BATCH)
      await run(
        database,
        `insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, event, status, attempts,
          created_at, updated_at, next_attempt_at, waiting_for)
        select '${workspace_id}', lpad(to_hex(i), 32, '0')::uuid, '${data.id}', 'evt_' || i, 'organisation.created',
          ${status}, 1, now(), now(), ${until}, ${waiting_for}
        from generate_series(${from + 1}, ${from + BATCH}) i`,
      )
  }
  return { acme, database, endpoint: data, fill }
}

test.each(['never', 'while they were empty'])(
  'PostgreSQL with statistics from %s reads few rows per claim',
  async (when) => {
    const { acme, database, fill } = await openYoung(when)
    const queue = deliveryQueue(acme.context, (error) => expect.unreachable(String(error)))
    async function cycle(): Promise<void> {
      for (const name of ['one', 'other']) await acme.invoke(createOrganisation, { name })
      const jobs = await database.write((tx) => queue.claim(tx, { limit: 384, slow: 384 }, 'a worker'), PLANNED)
      expect(jobs).toHaveLength(2)
      const ended = jobs.map((job, i) => ({ job, attempt: i === 0 ? SUCCESS : FAILURE }))
      await database.write((tx) => queue.recordOutcomes(tx, ended), PLANNED)
      await queue.maintain?.()
    }
    // As often as a connection needs to cache its plans.
    for (let round = 0; round < 8; round++) await cycle()
    const ofEachTwo = (one: string, other: string) => `case when i % 2 = 0 then ${one} else ${other} end`
    await fill(ROWS, {
      status: ofEachTwo("'pending'", "'succeeded'"),
      until: ofEachTwo("now() + interval '1000 days'", 'null'),
      waiting_for: ofEachTwo("'time'", 'null'),
    })
    const read = await rowsReadBy(database, async () => {
      for (let round = 0; round < 8; round++) await cycle()
    })
    expect(read).toBeLessThan(ROWS / 20)
  },
  120_000,
)

test.each(['never', 'while they were empty'])(
  'PostgreSQL with statistics from %s reads only the released deliveries of an endpoint, not all on hold',
  async (when) => {
    const { database, endpoint, fill } = await openYoung(when)
    await fill(HELD, { status: "'pending'", until: 'now()', waiting_for: "'endpoint'" })
    const read = await rowsReadBy(database, async () => {
      expect(await database.write((tx) => releaseDue(tx, endpoint.id, STEP), PLANNED)).toBe(STEP)
    })
    expect(read).toBeLessThan(HELD / 20)
  },
  120_000,
)
