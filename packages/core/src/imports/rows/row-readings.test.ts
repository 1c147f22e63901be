import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { type Columns, readContact } from './reading.ts'
import { startReadings } from './row-readings.ts'

const COLUMNS: Columns = {
  resource: 'contacts',
  mapping: ['email', 'first_name', ...Array.from({ length: 60 }, (_, i) => `metadata.field ${i}`)],
  count: 62,
}

const ROUNDS = 8

const cellsOf = (number: number) => [`p${number}@a.example`, 'Person', ...Array.from({ length: 60 }, (_, i) => `${i}`)]
const rows = (count: number) =>
  Array.from({ length: count }, (_, number) => ({ number, cells: JSON.stringify(cellsOf(number)) }))

test('a worker thread reads rows with the same result, and mostly frees the main thread', async () => {
  const readings = startReadings(COLUMNS)
  try {
    await readings.of(rows(1))
    const all = rows(5000)
    readContact(COLUMNS, 0, cellsOf(0))
    const shareOfRound = async () => {
      const before = performance.now()
      const here = all.map(({ number, cells }) => readContact(COLUMNS, number, JSON.parse(cells)))
      const took = performance.now() - before
      const idle = performance.eventLoopUtilization()
      const there = await readings.of(all)
      const { active } = performance.eventLoopUtilization(idle)
      expect(there).toEqual(here)
      return active / took
    }
    // The best of some rounds, because a busy machine lets the main thread wait as well.
    const shares = [await shareOfRound()]
    while (Math.min(...shares) >= 0.7 && shares.length < ROUNDS) shares.push(await shareOfRound())
    expect(Math.min(...shares)).toBeLessThan(0.7)
  } finally {
    await readings.end()
  }
})

test('rows that take too much memory or time fail with a reason, also when repeated', async () => {
  const small = startReadings(COLUMNS, { megabytes: 12, seconds: 60 })
  await expect(small.of(rows(50_000))).rejects.toMatchObject({ name: 'TableFault', code: 'took_too_much_memory' })
  await expect(small.of(rows(1))).rejects.toThrow(/to check\. Split it/)
  await small.end()
  const hasty = startReadings(COLUMNS, { megabytes: 512, seconds: 0.001 })
  await expect(hasty.of(rows(20_000))).rejects.toMatchObject({ name: 'TableFault', code: 'took_too_long' })
  await hasty.end()
}, 60_000)
