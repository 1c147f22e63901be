import { rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../../test/instance.ts'
import { operations } from '../../index.ts'
import type { Tx } from '../database.ts'
import { inSteps } from './steps.ts'

const { createOrganisation } = operations

/** Keeps the event loop busy, as a statement of SQLite does. */
function busy(milliseconds: number): void {
  for (const until = performance.now() + milliseconds; performance.now() < until; );
}

describe.each(ENGINES)('work in steps on %s', (engine) => {
  let instance: Instance
  beforeEach(async () => {
    instance = await openInstance(engine)
  })
  afterEach(() => instance.close())

  test('takes smaller steps the longer they take, and lets others write between them', async () => {
    const steps: number[] = []
    let left = 400
    const written: number[] = []
    const done = inSteps(instance.handrail.database, async (_tx: Tx, rows) => {
      const count = Math.min(rows, left)
      left -= count
      steps.push(rows)
      busy(count)
      return count
    })
    const other = async () => {
      while (left > 0) {
        await instance.acme.invoke(createOrganisation, { name: 'Beside it' })
        written.push(left)
      }
    }
    await Promise.all([done, other()])
    expect(await done).toBe(true)
    // A millisecond a row: of a hundred to begin with, fewer each time.
    expect(steps.slice(0, 4)).toEqual([100, 50, 25, 12])
    expect(new Set(written).size).toBeGreaterThan(3)
  })
})

test('pauses for as long as a step took where the process has other things to do, and else goes on', async () => {
  const TOOK_MS = 200
  const pauses = async () => {
    const found: number[] = []
    let ended = 0
    const step = async () => {
      if (ended > 0) found.push(performance.now() - ended)
      busy(TOOK_MS)
      ended = performance.now()
      return found.length < 2 ? Number.POSITIVE_INFINITY : 0
    }
    // The step needs nothing of the transaction.
    await inSteps({ write: (work) => work({} as Tx) }, step)
    return found
  }
  for (const pause of await pauses()) expect(pause).toBeLessThan(TOOK_MS)
  let others = setImmediate(function other() {
    busy(5)
    others = setImmediate(other)
  })
  for (const pause of await pauses()) expect(pause).toBeGreaterThanOrEqual(TOOK_MS)
  clearImmediate(others)
})

test('a file gives back to the disk what was deleted', async () => {
  const instance = await openInstance('sqlite')
  const { database } = instance.handrail
  const { workspace_id } = instance.acme.context.caller
  const events = Array.from({ length: 2000 }, (_, i) => ({
    workspace_id,
    id: `evt_${i}`,
    type: 'organisation.created',
    occurred_at: '2026-01-01T00:00:00.000Z',
    data: 'x'.repeat(10_000),
  }))
  for (let from = 0; from < events.length; from += 500)
    await database.write(({ db, tables }) => db.insert(tables.events).values(events.slice(from, from + 500)))
  await instance.handrail.upkeep()
  expect(await database.read(async ({ db, tables }) => db.select().from(tables.events))).toEqual([])
  // A file gets smaller when it is closed: until then its log has the changes.
  await instance.handrail.close()
  const { size } = statSync(instance.database)
  rmSync(dirname(instance.database), { recursive: true })
  // Twenty megabytes were written, four are kept free.
  expect(size).toBeLessThan(8_000_000)
})
