import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { turnedLate } from '../../src/emails/daily/members/kinds/turned-late.ts'
import { DIGEST_KINDS } from '../../src/emails/daily/members/kinds.ts'
import { dueMembers } from '../../src/emails/daily/members/store.ts'
import { ownItems } from '../../src/emails/daily/participants/kinds.ts'
import { ownPlansOf } from '../../src/emails/daily/participants/own-plans.ts'
import { dueContacts, findSchedule } from '../../src/emails/daily/store.ts'
import { SCAN_LIMIT } from '../../src/records/lists/limits.ts'
import type { Reader } from '../../src/storage/database.ts'
import { DEFAULT_CALENDAR, workingDaysOf } from '../../src/working-calendar/calendar.ts'
import { ENGINES, type Instance } from '../instance.ts'
import { type Judge, judgeOnPostgres, judgeOnSqlite } from './explain.ts'
import { CROWD, NOBODY } from './lists.ts'
import { openWithCrowd } from './seed-rows.ts'
import { noteStatements } from './statements.ts'

const NOW = '2026-11-23T08:00:00.000Z'
/** How many rows a look at one person may read: no more than its own, of which a crowd has one each. */
const OWN = 100

describe.each(ENGINES)('the daily mail of a crowd on %s', (engine) => {
  let notes: ReturnType<typeof noteStatements>
  let instance: Instance
  let planRows: Judge
  let workspace_id: string
  beforeAll(async () => {
    notes = noteStatements(engine)
    instance = (await openWithCrowd(engine, { named: 1 })).instance
    workspace_id = instance.acme.context.caller.workspace_id
    await instance.handrail.database.write(async ({ connection }) => {
      // All but a few wait for another day.
      await connection.run(
        `insert into daily_mail_schedules (workspace_id, contact_id, next_at, created_at, updated_at)
         select workspace_id, id, case when email like 'c1_@%' then '2026-11-23T07:00:00.000Z' else '2026-12-01T07:00:00.000Z' end${engine === 'postgres' ? '::timestamptz' : ''},
         created_at, updated_at from contacts`,
        [],
      )
      if (engine === 'postgres') await connection.run('analyze daily_mail_schedules', [])
    })
    planRows = (engine === 'sqlite' ? judgeOnSqlite : judgeOnPostgres)(instance.database)
  })
  afterAll(async () => {
    notes.stop()
    await planRows.close()
    await instance.close()
  })

  /** The faults of the selects of some work. */
  async function faultsOf(work: (reader: Reader) => Promise<unknown>, atMost: number): Promise<string[]> {
    notes.take()
    await instance.handrail.database.read(work)
    const selects = notes.take().filter(({ sql }) => /^(select|with)/i.test(sql))
    expect(selects).not.toEqual([])
    const faults: string[] = []
    for (const select of selects)
      for (const fault of await planRows.faultsOf(select, atMost)) faults.push(`${fault}: ${select.sql}`)
    return faults
  }

  test('whoever is due is found by an index, however many wait', async () => {
    const due = await instance.handrail.database.read((reader) => dueContacts(reader, NOW, undefined, 200))
    expect(due).toHaveLength(10)
    expect(await faultsOf((reader) => dueContacts(reader, NOW, undefined, 200), OWN)).toEqual([])
    expect(await faultsOf((reader) => dueContacts(reader, NOW, due[3], 200), OWN)).toEqual([])
    expect(await faultsOf((reader) => dueMembers(reader, NOW, undefined, 200), OWN)).toEqual([])
    const after = { digest_at: NOW, workspace_id, user_id: NOBODY }
    expect(await faultsOf((reader) => dueMembers(reader, NOW, after, 200), OWN)).toEqual([])
  })

  test('a look at a contact reads its own rows alone', async () => {
    const [contact] = await instance.handrail.database.read((reader) => dueContacts(reader, NOW, undefined, 1))
    const id = contact?.contact_id ?? ''
    const day = { now: NOW, today: NOW.slice(0, 10), calendar: workingDaysOf(DEFAULT_CALENDAR) }
    const look = async (reader: Reader) => {
      await findSchedule(reader, { workspace_id, contact_id: id })
      const plans = await ownPlansOf(reader, { workspace_id, contact: { id } }, NOW)
      expect(plans).toHaveLength(1)
      await ownItems(reader, plans, day)
    }
    expect(await faultsOf(look, OWN)).toEqual([])
  })

  test('a digest of a member who looks after a crowd reads as much as lists do', async () => {
    const of = {
      workspace_id,
      user_id: CROWD,
      time_zone: 'UTC',
      now: NOW,
      today: NOW.slice(0, 10),
      until: '2026-11-22T08:00:00.000Z',
    }
    const calendar = workingDaysOf(DEFAULT_CALENDAR)
    for (const { find } of DIGEST_KINDS)
      expect(await faultsOf((reader) => find(reader, { ...of, calendar }), SCAN_LIMIT)).toEqual([])
    // Also after a time without looks.
    const long = { ...of, calendar, until: '2026-01-01T00:00:00.000Z' }
    expect(await faultsOf((reader) => turnedLate.find(reader, long), SCAN_LIMIT)).toEqual([])
  })
})
