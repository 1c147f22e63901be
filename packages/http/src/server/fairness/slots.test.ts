import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFairQueue } from './fair-queue.ts'
import { createSlots, type Slots } from './slots.ts'

const MOST = 8

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const newPayer = (name: string) => {
  const [, payer] = createFairQueue<never>().lineageOf(['known', name])
  if (!payer) throw new Error('A lineage has two levels')
  return payer
}
type Payer = ReturnType<typeof newPayer>

/** Requests one after the other, of so many milliseconds each. */
function ask(slots: Slots, payer: Payer, ms: number): void {
  for (let time = 0; time < 10; time++) {
    slots.notice(payer)
    const began = slots.take(payer)
    vi.advanceTimersByTime(ms)
    slots.leave(payer, began)
  }
}

function freeOf(slots: Slots, payer: Payer): number {
  let count = 0
  for (; slots.isFree(payer); count++) slots.take(payer)
  return count
}

test('a payer whose requests take long leaves most slots to others while there are others, and has all alone', () => {
  const slots = createSlots(MOST)
  const heavy = newPayer('heavy')
  ask(slots, heavy, 20)
  expect(freeOf(slots, heavy)).toBe(MOST)
  slots.notice(newPayer('neighbour'))
  heavy.waiting = 8
  expect(slots.isFree(heavy)).toBe(false)
  for (let time = 0; time < MOST - 1; time++) slots.leave(heavy, 0)
  expect(slots.isFree(heavy)).toBe(false)
  slots.leave(heavy, 0)
  expect(freeOf(slots, heavy)).toBe(1)
  vi.advanceTimersByTime(1001)
  expect(freeOf(slots, heavy)).toBe(MOST - 1)
})

test.each([
  ['of whom few requests wait', 20, 7],
  ['whose requests are short', 2, 100],
])('a payer %s has all slots beside others', (_, ms, waiting) => {
  const slots = createSlots(MOST)
  const payer = newPayer('payer')
  ask(slots, payer, ms)
  slots.notice(newPayer('neighbour'))
  payer.waiting = waiting
  expect(freeOf(slots, payer)).toBe(MOST)
})

test('what several take at once is shared among them', () => {
  const slots = createSlots(MOST)
  const [one, other] = [newPayer('one'), newPayer('other')]
  const [first, second] = [slots.take(one), slots.take(other)]
  vi.advanceTimersByTime(10)
  expect(slots.leave(one, first)).toBe(5)
  vi.advanceTimersByTime(5)
  expect(slots.leave(other, second)).toBe(10)
})
