import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const always = () => true

/** Serves what waits, each for its cost, and says who was served. */
function serve(
  queue: ReturnType<typeof createFairQueue<{ of: string; ms: number }>>,
  times = Number.POSITIVE_INFINITY,
) {
  const served: string[] = []
  while (served.length < times) {
    const next = queue.next(always)
    if (!next) break
    queue.begin(next.lineage)
    queue.charge(next.lineage, next.ticket.ms)
    served.push(next.ticket.of)
  }
  return served
}

test('of two payers, the one whose requests cost a tenth gets ten for each of the other', () => {
  const queue = createFairQueue<{ of: string; ms: number }>()
  for (let time = 0; time < 100; time++) queue.wait(queue.lineageOf(['known', 'heavy', 'k']), { of: 'heavy', ms: 50 })
  for (let time = 0; time < 100; time++) queue.wait(queue.lineageOf(['known', 'light', 'k']), { of: 'light', ms: 5 })
  const served = serve(queue, 66)
  expect(served.filter((one) => one === 'light').length).toBeGreaterThanOrEqual(58)
  expect(queue.length).toBe(134)
})

test('whoever comes to a queue of a thousand is next after one', () => {
  const queue = createFairQueue<{ of: string; ms: number }>()
  for (let time = 0; time < 1000; time++) queue.wait(queue.lineageOf(['known', 'heavy', 'k']), { of: 'heavy', ms: 50 })
  serve(queue, 500)
  queue.wait(queue.lineageOf(['known', 'new', 'k']), { of: 'new', ms: 5 })
  expect(serve(queue, 2)).toContain('new')
})

test('a thousand addresses are one class: they leave half of the time to those who are known', () => {
  const queue = createFairQueue<{ of: string; ms: number }>()
  for (let address = 0; address < 1000; address++)
    queue.wait(queue.lineageOf(['anonymous', String(address), '']), { of: 'anonymous', ms: 5 })
  for (let time = 0; time < 50; time++) queue.wait(queue.lineageOf(['known', 'acme', 'k']), { of: 'known', ms: 5 })
  expect(serve(queue, 100).filter((one) => one === 'known').length).toBeGreaterThanOrEqual(49)
})

test('within a workspace, another credential does not wait for a thousand requests of the first', () => {
  const queue = createFairQueue<{ of: string; ms: number }>()
  for (let time = 0; time < 1000; time++) queue.wait(queue.lineageOf(['known', 'acme', 'key']), { of: 'key', ms: 20 })
  serve(queue, 10)
  queue.wait(queue.lineageOf(['known', 'acme', 'session']), { of: 'session', ms: 5 })
  expect(serve(queue, 2)).toContain('session')
})

test('idle time is not saved up, and use while nobody waited is not held against anybody', () => {
  const queue = createFairQueue<{ of: string; ms: number }>()
  const busy = queue.lineageOf(['known', 'busy', 'k'])
  for (let time = 0; time < 100; time++) {
    queue.begin(busy)
    queue.charge(busy, 100)
  }
  for (let time = 0; time < 20; time++) {
    queue.wait(queue.lineageOf(['known', 'new', 'k']), { of: 'new', ms: 10 })
    queue.wait(queue.lineageOf(['known', 'busy', 'k']), { of: 'busy', ms: 10 })
  }
  const served = serve(queue)
  // The last 100 ms of the busy one are its own.
  expect(served.slice(0, 12)).toContain('busy')
  expect(served.slice(14, 34).filter((one) => one === 'busy').length).toBeGreaterThan(7)
})

test('what has begun goes before what its credential has not begun', () => {
  const queue = createFairQueue<{ of: string; ms: number }>()
  const lineage = queue.lineageOf(['known', 'acme', 'k'])
  for (const of of ['first', 'second']) queue.wait(lineage, { of, ms: 1 })
  queue.wait(lineage, { of: 'begun', ms: 1 }, true)
  expect(serve(queue)).toEqual(['begun', 'first', 'second'])
})

test('who may not be served is passed over, and keeps the place', () => {
  const queue = createFairQueue<{ of: string; ms: number }>()
  queue.wait(queue.lineageOf(['known', 'full', 'k']), { of: 'full', ms: 1 })
  queue.wait(queue.lineageOf(['known', 'free', 'k']), { of: 'free', ms: 1 })
  expect(queue.next(({ name }) => name !== 'full')?.ticket.of).toBe('free')
  expect(queue.next(({ name }) => name !== 'full')).toBeUndefined()
  expect(queue.next(always)?.ticket.of).toBe('full')
  expect(queue.length).toBe(0)
})

test('what is dropped is not served, and the idle are forgotten', () => {
  const queue = createFairQueue<{ of: string; ms: number }>()
  const lineage = queue.lineageOf(['known', 'a', 'k'])
  const ticket = { of: 'a', ms: 1 }
  queue.wait(lineage, ticket)
  expect([queue.drop(lineage, ticket), queue.drop(lineage, ticket)]).toEqual([true, false])
  expect(queue.next(always)).toBeUndefined()
  for (let address = 0; address < 100_000; address++) queue.lineageOf(['anonymous', String(address), ''])
  const [anonymous] = queue.lineageOf(['anonymous', 'x', ''])
  expect(anonymous?.children.size).toBeLessThan(2100)
})
