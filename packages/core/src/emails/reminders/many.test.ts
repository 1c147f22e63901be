import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Engine, type Instance, openInstance, publishedGuide } from '../../../test/instance.ts'
import { enroll } from '../../../test/mail.ts'
import { operations } from '../../index.ts'
import type { Database, Tx } from '../../storage/database.ts'
import { DAY_MS, later } from '../../times.ts'
import { REMINDER_CAUSES } from '../contract.ts'
import { nearestDue, remindingGuides } from './overdue.ts'
import { remind } from './remind.ts'

const { updateGuide } = operations

const MANY = 100_000
const NOW = '2026-11-21T10:00:00.000Z'
/** The number of enrollments of each kind: not started, stalled, expiring. */
const DUE = 500

/** SQL of each engine for the id of the n-th copy of a row, and for numbers from 1. */
const SAYS = {
  sqlite: {
    id: `printf('00000000-0000-4000-8000-%012d', n)`,
    numbers: `(with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${MANY}) select n from numbers)`,
    plan: 'explain query plan',
    refresh: 'analyze',
    time: 'text',
    whole: /SCAN enrollments/,
  },
  postgres: {
    id: `('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`,
    numbers: `generate_series(1, ${MANY}) as numbers(n)`,
    plan: 'explain',
    refresh: 'analyze enrollments, contacts',
    time: 'timestamptz',
    whole: /Seq Scan on enrollments/,
  },
}

/** The time that a cause is based on: an index finds the rows of the relevant days. */
const RESTS_ON = { not_started: 'created_at', stalled: 'last_activity_at', expiring: 'expires_at' }

/** Copies the only row of a table many times. @param changed columns with other values, as SQL */
async function copy(tx: Tx, table: string, columns: readonly string[], changed: Record<string, string>): Promise<void> {
  const { numbers } = SAYS[tx.connection.dialect.engine]
  const values = columns.map((name) => changed[name] ?? `one.${name}`)
  await tx.connection.run(
    `insert into ${table} (${columns}) select ${values} from ${numbers} cross join (select * from ${table}) one`,
    [],
  )
}

async function fill(database: Database, engine: Engine): Promise<void> {
  const { id } = SAYS[engine]
  const daysAgo = (days: number) => `cast('${later(NOW, -days * DAY_MS)}' as ${SAYS[engine].time})`
  /** The first hundreds are due, each for one cause; the others are much older, or progress quickly. */
  const by = (part: number, due: string, other: string) =>
    `case when n > ${part * DUE} and n <= ${(part + 1) * DUE} then ${due} else ${other} end`
  await database.write(async (tx) => {
    const columnsOf = (table: object) => Object.keys(table).filter((name) => !['seq', 'enableRLS', '_'].includes(name))
    await copy(tx, 'contacts', columnsOf(tx.tables.contacts), { id, email: `'p' || n || '@example.com'` })
    await copy(tx, 'enrollments', columnsOf(tx.tables.enrollments), {
      id,
      contact_id: id,
      token_hash: `'token ' || n`,
      status: by(1, `'in_progress'`, `case when n % 3 = 0 then 'completed' else 'invited' end`),
      created_at: `case when n <= ${DUE} then ${daysAgo(3)} when n % 2 = 0 then ${daysAgo(0)} else ${daysAgo(60)} end`,
      last_activity_at: by(1, daysAgo(4), 'null'),
      expires_at: by(2, daysAgo(-1), 'null'),
    })
    await tx.connection.run(`update enrollments set status = 'invited' where expires_at is not null`, [])
    await tx.connection.run(`update enrollments set status = 'invited' where created_at = ${daysAgo(3)}`, [])
  })
}

describe.each(ENGINES)(`reminders amid ${MANY} enrollments on %s`, (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
    instance.clock.now = new Date(NOW)
    const { id } = await publishedGuide(instance.acme)
    const days = { not_started_after_days: 2, stalled_after_days: 3, expiring_before_days: 2 }
    await instance.acme.invoke(updateGuide, { id, ...days })
    await enroll(instance.acme, { guide_id: id })
    await fill(instance.handrail.database, engine)
    await instance.handrail.database.write(async (tx) => tx.connection.run(SAYS[engine].refresh, []))
  }, 240_000)
  afterAll(() => instance.close())

  /** One pass, with its database queries. */
  async function round() {
    const asked = { reads: 0, writes: 0 }
    const { context } = await instance.handrail.asSystem()
    const { read, write } = context.store
    const store: typeof context.store = {
      ...context.store,
      read: (work) => {
        asked.reads++
        return read(work)
      },
      write: (work, options) => {
        asked.writes++
        return write(work, options)
      },
    }
    const before = await written()
    const more = await remind({ ...context, store }, NOW)
    return { ...asked, more, reminded: (await written()) - before }
  }
  const written = () =>
    instance.handrail.database.read(async ({ db, tables }) => (await db.select().from(tables.reminders)).length)

  test.each(REMINDER_CAUSES)('only enrollments near %s are examined', async (cause) => {
    const { database } = instance.handrail
    const plan = await database.read(async (reader) => {
      const [guide] = await remindingGuides(reader, undefined)
      if (!guide) throw new Error('There is no guide')
      const asked = { cause, now: NOW, after: undefined, days: 2 }
      const { sql, params } = nearestDue(reader, guide, asked).toSQL()
      return reader.connection.rows<object>(`${SAYS[engine].plan} ${sql}`, params)
    })
    const text = plan.map((row) => Object.values(row).join(' ')).join('\n')
    expect(text).toMatch(new RegExp(`(?:SEARCH enrollments|Index Cond).*${RESTS_ON[cause]} ?>`))
    expect(text).not.toMatch(SAYS[engine].whole)
  })

  test('all due reminders are created in transactions of ten, and a later pass takes few reads', async () => {
    const rounds = [await round(), await round()]
    expect(rounds.map(({ reminded, more }) => [reminded, more])).toEqual([
      [1000, true],
      [500, false],
    ])
    for (const { writes, reminded } of rounds) expect(writes).toBe(reminded / 10)
    // Two queries of guides, and for each cause the enrollments near it: a batch and, if it was full, the next one.
    const after = await round()
    expect(after).toMatchObject({ reminded: 0, writes: 0, more: false })
    expect(after.reads).toBeLessThanOrEqual(2 + 2 * REMINDER_CAUSES.length)
  }, 240_000)
})
