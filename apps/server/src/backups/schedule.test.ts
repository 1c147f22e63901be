import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, recordBackup } from '@handrail/core/internal'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../../packages/core/src/storage/open.ts'
import { migratedDatabase } from '../../../../test/migrated-database.ts'
import { dueBackups } from './schedule.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

describe.each(['sqlite', 'postgres'] as const)('regular backups on %s', (engine) => {
  let folder: string
  let database: Database
  let now: number
  let made: number
  let monotonic: number
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'handrail-schedule-'))
    ;[now, made, monotonic] = [Date.parse('2026-11-20T03:00:00Z'), 0, 0]
    database = await openDatabase({ database: await migratedDatabase(engine, folder), now: () => new Date(now) })
  })
  afterEach(async () => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const record = (to: string, failure?: string) => recordBackup(database, { file: 'a.db', to, failure })
  async function attempt() {
    made++
    await record('/backups')
  }
  const schedule = (work = attempt) =>
    dueBackups({ database, to: '/backups', every: DAY, attempt: work, monotonic: () => monotonic })
  const pass = (milliseconds: number) => {
    now += milliseconds
    monotonic += milliseconds
  }

  test('one is made at the start, and the next after the interval, by whichever process looks first', async () => {
    const [one, other] = [schedule(), schedule()]
    expect(await Promise.all([one(), other()])).toContain(true)
    expect(made).toBe(1)
    pass(DAY - HOUR)
    expect([await one(), await other()]).toEqual([false, false])
    pass(2 * HOUR)
    expect([await other(), await one()]).toEqual([true, false])
  })

  test('no process begins one while another makes it, and one takes over after its death', async () => {
    // It neither ends nor renews its lease: the process stands still.
    const begun = Promise.withResolvers<void>()
    void schedule(async () => {
      begun.resolve()
      await new Promise(() => undefined)
    })()
    await begun.promise
    expect(await schedule()()).toBe(false)
    pass(2 * 60_000)
    expect(await schedule()()).toBe(true)
  })

  test('a backup to another place does not count, and a failed one is tried again after an hour', async () => {
    await record('/elsewhere')
    const check = schedule(async () => {
      made++
      await record('/backups', 'The disk is full')
      throw new Error('The disk is full')
    })
    await expect(check()).rejects.toThrow('The disk is full')
    pass(HOUR / 2)
    expect([await check(), await schedule()()]).toEqual([false, false])
    pass(HOUR)
    await expect(check()).rejects.toThrow('The disk is full')
    expect(made).toBe(2)
  })

  test('a clock that jumps causes one backup at most, and none is missed for ever', async () => {
    const check = schedule()
    expect(await check()).toBe(true)
    now += 365 * DAY
    expect(await check()).toBe(false)
    monotonic += 2 * HOUR
    expect([await check(), await check()]).toEqual([true, false])
    now -= 365 * DAY
    pass(HOUR)
    expect(await check()).toBe(false)
    pass(DAY)
    expect([await check(), await check()]).toEqual([true, false])
    expect(made).toBe(3)
  })
})
