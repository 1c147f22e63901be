import { afterEach, expect, test } from 'vitest'
import { FAILURE, SUCCESS } from '../../../../test/data/attempts.ts'
import { rowsReadBy, runSql } from '../../../../test/data/rows-read.ts'
import { type Instance, openInstance } from '../../../../test/instance.ts'
import { operations } from '../../../index.ts'
import type { Database, Tx } from '../../../storage/database.ts'
import { deliveryQueue } from '../deliver.ts'
import { engineOf, releaseDue, STEP } from '../waiting/waiting.ts'

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

/** An endpoint in a database without automatic statistics. */
async function openYoung(when: string) {
  instance = await openInstance('postgres', { poolSize: 1 })
  const { acme, handrail } = instance
  const { database } = handrail
  for (const table of TABLES) {
    await runSql(database, `alter table ${table} set (autovacuum_enabled = false)`)
    if (when !== 'never') await runSql(database, `analyze ${table}`)
  }
  const { data } = await acme.invoke(createWebhookEndpoint, { url: URL, events: ['organisation.created'] })
  const { workspace_id } = acme.context.caller
  /** Inserts deliveries numbered `i` in the given SQL. */
  async function fill(
    rows: number,
    { status, until, waiting_for }: Record<'status' | 'until' | 'waiting_for', string>,
  ) {
    for (let from = 0; from < rows; from += BATCH)
      await runSql(
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
    const read = await rowsReadBy(database, TABLES, async () => {
      for (let round = 0; round < 8; round++) await cycle()
    })
    expect(read).toBeLessThan(ROWS / 20)
  },
  120_000,
)

/** Gives filled tables the statistics that ANALYZE leaves for empty ones: a size of zero, and nothing about columns. */
const asAnalysedEmpty = (database: Database) =>
  runSql(
    database,
    `update pg_class set reltuples = 0, relpages = 0 where relname like any (array['webhook%', 'events%'])`,
  )

test('PostgreSQL without statistics, and with those of empty tables, reads only the released deliveries of an endpoint, not all on hold', async () => {
  const { database, endpoint, fill } = await openYoung('never')
  await fill(HELD, { status: "'pending'", until: 'now()', waiting_for: "'endpoint'" })
  const release = async () => {
    expect(await database.write((tx) => releaseDue(tx, endpoint.id, STEP), PLANNED)).toBe(STEP)
  }
  expect(await rowsReadBy(database, TABLES, release)).toBeLessThan(HELD / 20)
  await asAnalysedEmpty(database)
  expect(await rowsReadBy(database, TABLES, release)).toBeLessThan(HELD / 20)
}, 120_000)

test('PostgreSQL without statistics, and with those of empty tables, reads only the step that it makes ready, not all that is due', async () => {
  const { database, fill } = await openYoung('never')
  const until = "timestamptz '2026-01-01' - i * interval '1 second'"
  await fill(HELD, { status: "'pending'", until, waiting_for: "'time'" })
  const makeReady = async () => {
    const step = (tx: Tx) => engineOf(tx).promote(tx.connection, { now: tx.time, limit: STEP })
    expect(await database.write(step, PLANNED)).toBe(STEP)
  }
  expect(await rowsReadBy(database, TABLES, makeReady)).toBeLessThan(HELD / 20)
  await asAnalysedEmpty(database)
  expect(await rowsReadBy(database, TABLES, makeReady)).toBeLessThan(HELD / 20)
}, 120_000)
