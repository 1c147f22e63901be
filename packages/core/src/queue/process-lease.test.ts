import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../test/instance.ts'
import { later, MINUTE_MS } from '../times.ts'
import { takeLease } from './process-lease.ts'

describe.each(ENGINES)('a lease of a process on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  /** Takes it in a transaction whose time is this far from that of the database. */
  const take = (name: string, holder: string, off = 0) =>
    instance.handrail.database.write((tx) =>
      takeLease(Object.create(tx, { time: { value: later(tx.time, off) } }), { name, holder }),
    )

  test('stays with its holder when another process asks in a transaction that began earlier', async () => {
    expect(await take('work', 'first')).toBeDefined()
    for (const off of [-1, -1000, -30_000]) expect(await take('work', 'second', off)).toBeUndefined()
    expect(await take('work', 'first', -1000)).toBeDefined()
  })

  test('is free once it has ended, and if a clock that was ahead has set it', async () => {
    expect(await take('ended', 'first')).toBeDefined()
    expect(await take('ended', 'second', MINUTE_MS + 1000)).toBeDefined()
    expect(await take('ahead', 'first', 60 * MINUTE_MS)).toBeDefined()
    expect(await take('ahead', 'second')).toBeDefined()
  })
})
