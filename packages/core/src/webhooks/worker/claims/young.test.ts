import { afterEach, expect, test } from 'vitest'
import { FAILURE, SUCCESS } from '../../../../test/data/attempts.ts'
import { rowsReadBy, runSql } from '../../../../test/data/rows-read.ts'
import { type Instance, openInstance } from '../../../../test/instance.ts'
import { type Bound, operations } from '../../../index.ts'
import type { Database, Tx } from '../../../storage/database.ts'
import { deliveryQueue } from '../deliver.ts'
import { engineOf, releaseDue, STEP } from '../waiting/waiting.ts'

const { createOrganisation, createWebhookEndpoint } = operations

const ROWS = 100_000
/** So many rows that a bitmap scan with a sort seems cheaper than the sorted index, given wrong estimates. */
const HELD = 300_000
const BATCH = 25_000
const OF_OTHER = 5000
const TABLES = ['webhook_deliveries', 'webhook_endpoints', 'events', 'webhook_attempts']
const PLANNED = { planned: 'anew' } as const
const URL = 'https://receiver.example.com/'

let instance: Instance
afterEach(() => instance.close())

/** An endpoint in a database without automatic statistics. */
async function openYoung(when: string) {
  instance = await openInstance('postgres', { poolSize: 1 })
  const { acme, other, handrail } = instance
  const { database } = handrail
  for (const table of TABLES) {
    await runSql(database, `alter table ${table} set (autovacuum_enabled = false)`)
    if (when !== 'never') await runSql(database, `analyze ${table}`)
  }
  const subscribe = async (bound: Bound) =>
    (await bound.invoke(createWebhookEndpoint, { url: URL, events: ['organisation.created'] })).data
  const endpoint = await subscribe(acme)
  /** Inserts deliveries numbered `i` in the given SQL. */
  async function fill(
    rows: number,
    { status, until, waiting_for }: Record<'status' | 'until' | 'waiting_for', string>,
    { context, id }: Pick<Bound, 'context'> & { id: string } = { ...acme, id: endpoint.id },
  ) {
    for (let from = 0; from < rows; from += BATCH)
      await runSql(
        database,
        `insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, event, status, attempts,
          created_at, updated_at, next_attempt_at, waiting_for)
        select '${context.caller.workspace_id}', lpad(to_hex(i), 32, '0')::uuid, '${id}', 'evt_' || lpad(i::text, 7, '0'), 'organisation.created',
          ${status}, 1, now(), now(), ${until}, ${waiting_for}
        from generate_series(${from + 1}, ${Math.min(rows, from + BATCH)}) i`,
      )
  }
  return { acme, other, database, endpoint, fill, subscribe }
}

/** Two events of a workspace, and their deliveries: one succeeds, one fails. */
async function cycle({ invoke, context }: Bound): Promise<void> {
  const queue = deliveryQueue(context, (error) => expect.unreachable(String(error)))
  const { database } = instance.handrail
  for (const name of ['one', 'other']) await invoke(createOrganisation, { name })
  const jobs = await database.write((tx) => queue.claim(tx, { limit: 384, slow: 384 }, 'a worker'), PLANNED)
  expect(jobs).toHaveLength(2)
  const ended = jobs.map((job, i) => ({ job, attempt: i === 0 ? SUCCESS : FAILURE }))
  await database.write((tx) => queue.recordOutcomes(tx, ended), PLANNED)
  await queue.maintain?.()
}

test.each(['never', 'while they were empty', 'while they had few rows'])(
  'PostgreSQL with statistics from %s reads few rows per claim',
  async (when) => {
    const { acme, database, fill } = await openYoung(when)
    if (when === 'while they had few rows') {
      await cycle(acme)
      for (const table of TABLES) await runSql(database, `analyze ${table}`)
    }
    // As often as a connection needs to cache its plans.
    for (let round = 0; round < 8; round++) await cycle(acme)
    const ofEachTwo = (one: string, other: string) => `case when i % 2 = 0 then ${one} else ${other} end`
    await fill(ROWS, {
      status: ofEachTwo("'pending'", "'succeeded'"),
      until: ofEachTwo("now() + interval '1000 days'", 'null'),
      waiting_for: ofEachTwo("'time'", 'null'),
    })
    const read = await rowsReadBy(database, TABLES, async () => {
      for (let round = 0; round < 8; round++) await cycle(acme)
    })
    expect(read).toBeLessThan(ROWS / 20)
  },
  120_000,
)

/**
 * For a workspace that the statistics do not count, PostgreSQL takes any index that begins with the workspace for as good as the
 * primary key, above all one that has the order of the table, and reads all of it for one row.
 */
test('PostgreSQL whose statistics know another workspace alone reads few rows per claim', async () => {
  const { other, database, fill, subscribe } = await openYoung('never')
  await fill(ROWS, { status: "'pending'", until: 'now()', waiting_for: "'endpoint'" })
  for (const table of TABLES) await runSql(database, `analyze ${table}`)
  const { id } = await subscribe(other)
  const over = { status: "'succeeded'", until: 'null', waiting_for: 'null' }
  await fill(OF_OTHER, over, { ...other, id })
  for (let round = 0; round < 8; round++) await cycle(other)
  const read = await rowsReadBy(database, TABLES, async () => {
    for (let round = 0; round < 8; round++) await cycle(other)
  })
  expect(read).toBeLessThan(OF_OTHER)
}, 120_000)

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
