import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AppError } from '@handrail/core'
import { afterEach, expect, test, vi } from 'vitest'
import { createTurns } from './turns.ts'

const HEAVY = ['known', 'heavy', 'key'] as const
const LIGHT = ['known', 'light', 'key'] as const

function spend(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

afterEach(() => vi.useRealTimers())

test('nobody waits for nobody: a request alone runs at once', () => {
  const turns = createTurns(Number.POSITIVE_INFINITY)
  let ran = false
  turns.take(HEAVY, true, () => {
    ran = true
  })
  expect(ran).toBe(true)
})

test('a request that comes after a hundred heavy ones runs after two of them at most', async () => {
  const turns = createTurns(Number.POSITIVE_INFINITY)
  const order: string[] = []
  for (let time = 0; time < 100; time++)
    turns.take(HEAVY, true, () => {
      spend(15)
      order.push('heavy')
    })
  const before = order.length
  await new Promise<void>((resolve) => {
    turns.take(LIGHT, true, () => {
      order.push('light')
      resolve()
    })
  })
  expect(order.indexOf('light') - before).toBeLessThanOrEqual(2)
  expect(turns.used().get('heavy')).toBeGreaterThan(10)
  // Nothing of it is left to run beside the next test.
  await vi.waitFor(() => expect(order).toHaveLength(101), { timeout: 30_000 })
})

test('on PostgreSQL, a payer uses no more than its connections, and others pass', async () => {
  const turns = createTurns(2)
  const heavy = Array.from({ length: 5 }, () => {
    const state = { began: false }
    const begin = () => {
      state.began = true
    }
    return { state, turn: turns.take(HEAVY, true, begin) }
  })
  const began = () => heavy.filter(({ state }) => state.began).length
  expect(began()).toBe(2)
  let passed = false
  turns.take(LIGHT, true, () => {
    passed = true
  })
  await vi.waitFor(() => expect(passed).toBe(true))
  expect(began()).toBe(2)
  heavy[0]?.turn.end()
  heavy[0]?.turn.end()
  await vi.waitFor(() => expect(began()).toBe(3))
  // One that has not begun gives up its place.
  heavy[3]?.turn.end()
  heavy[1]?.turn.end()
  await vi.waitFor(() => expect(heavy[4]?.state.began).toBe(true))
  expect(heavy[3]?.state.began).toBe(false)
})

test('beyond a thousand that wait, a payer is refused at once, and others are not', async () => {
  const turns = createTurns(1)
  const refused: AppError[] = []
  const note = (error?: AppError) => void (error && refused.push(error))
  for (let time = 0; time < 1003; time++) turns.take(HEAVY, true, note)
  expect(refused.map(({ code, retryAfter }) => [code, retryAfter])).toEqual([
    ['rate_limited', 10],
    ['rate_limited', 10],
  ])
  for (let time = 0; time < 1003; time++) turns.take(['anonymous', '203.0.113.7', ''], true, note)
  expect(refused.slice(2).map(({ code }) => code)).toEqual(['unavailable', 'unavailable', 'unavailable'])
  let passed = false
  turns.take(LIGHT, true, () => {
    passed = true
  })
  await vi.waitFor(() => expect(passed).toBe(true))
})

test('who has waited for ten seconds is told when to try again', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'setImmediate'] })
  const turns = createTurns(1)
  turns.take(HEAVY, true, () => undefined)
  const errors: (string | undefined)[] = []
  turns.take(HEAVY, true, (error) => errors.push(error?.code))
  vi.advanceTimersByTime(9_000)
  expect(errors).toEqual([])
  vi.advanceTimersByTime(2_000)
  expect(errors).toEqual(['rate_limited'])
})

test('while clients go on to connect, nothing that waits is begun, for a time that is bounded', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const turns = createTurns(Number.POSITIVE_INFINITY)
  let began = 0
  turns.accepted()
  for (let time = 0; time < 3; time++) turns.take(HEAVY, true, () => began++)
  for (let connection = 0; connection < 10; connection++) {
    turns.accepted()
    await nextTurn()
    expect(began).toBe(0)
  }
  // They never cease to connect.
  vi.advanceTimersByTime(21)
  turns.accepted()
  await nextTurn()
  expect(began).toBeGreaterThan(0)
})

test('when clients cease to connect, what waits is begun', async () => {
  const turns = createTurns(Number.POSITIVE_INFINITY)
  let began = 0
  turns.accepted()
  for (let time = 0; time < 3; time++) turns.take(HEAVY, true, () => began++)
  expect(began).toBe(0)
  await vi.waitFor(() => expect(began).toBe(3), { interval: 1 })
  turns.take(HEAVY, true, () => began++)
  expect(began).toBe(4)
})

test('what may be long has a turn alone, so that a light one does not pay for it', async () => {
  const turns = createTurns(Number.POSITIVE_INFINITY)
  let spent = 0
  const heavy = () =>
    turns.take(HEAVY, true, () => {
      spend(15)
      spent++
    })
  const light = () => new Promise<void>((resolve) => turns.take(LIGHT, true, () => resolve()))
  for (let time = 0; time < 10; time++) heavy()
  for (let time = 0; time < 10; time++) await light()
  expect(turns.used().get('light')).toBeLessThan(10)
  await vi.waitFor(() => expect(spent).toBe(10))
})

test('what was long is alone in a turn of the event loop, although short parts have followed', async () => {
  const turns = createTurns(Number.POSITIVE_INFINITY)
  let turnOfLoop = 0
  const ran: number[] = []
  const part = (ms: number) =>
    new Promise<void>((resolve) => {
      turns.take(HEAVY, true, () => {
        spend(ms)
        ran.push(turnOfLoop)
        resolve()
      })
    })
  for (const ms of [15, 15, 15, ...Array<number>(14).fill(0)]) {
    await part(ms)
    // The part is charged at the end of its turn of the event loop.
    await nextTurn()
    await nextTurn()
  }
  ran.length = 0
  const count = () => {
    turnOfLoop++
    if (ran.length < 6) setImmediate(count)
  }
  setImmediate(count)
  await Promise.all(Array.from({ length: 6 }, () => part(6)))
  // The first two begin at once.
  expect(new Set(ran).size).toBeGreaterThanOrEqual(5)
})
