import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../test/instance.ts'
import { createRateLimiter } from './rate-limits.ts'

describe.each(ENGINES)('rate limits on %s', (engine) => {
  let instance: Instance
  let time = Date.parse('2026-11-20T12:00:00Z')
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  const limiter = () => createRateLimiter(instance.handrail.database, () => time)

  test('a window allows its number of requests per subject, and starts again after its end', async () => {
    const { count } = limiter()
    const limits = [
      { seconds: 60, limit: 3 },
      { seconds: 3600, limit: 100 },
    ]
    for (const remaining of [2, 1, 0])
      expect((await count('a', limits))[0]).toMatchObject({ remaining, allowed: true, resetsIn: 60 })
    expect(await count('a', limits)).toMatchObject([{ allowed: false }, { allowed: true, remaining: 96 }])
    expect((await count('b', limits))[0]).toMatchObject({ remaining: 2 })
    time += 45_000
    expect((await count('a', limits))[0]).toMatchObject({ allowed: false, resetsIn: 15 })
    time += 15_000
    expect((await count('a', limits))[0]).toMatchObject({ allowed: true, remaining: 2 })
  })
})

test('several processes on one database share the count', async () => {
  const instance = await openInstance('postgres')
  const time = Date.parse('2026-11-20T12:00:00Z')
  const limiter = () => createRateLimiter(instance.handrail.database, () => time)
  const processes = [limiter(), limiter(), limiter()]
  const limits = [{ seconds: 60, limit: 30 }]
  const allowed = await Promise.all(
    Array.from({ length: 60 }, async (_, i) => (await processes[i % 3]?.count('shared', limits))?.[0]?.allowed),
  )
  expect(allowed.filter(Boolean)).toHaveLength(30)
  await instance.close()
})

test('many simultaneous requests on one process are each counted once', async () => {
  const instance = await openInstance('postgres')
  const { count } = createRateLimiter(instance.handrail.database, () => Date.parse('2026-11-20T12:00:00Z'))
  const limits = [{ seconds: 60, limit: 300 }]
  const counted = await Promise.all(Array.from({ length: 250 }, () => count('busy', limits)))
  expect(counted.filter(([allowance]) => allowance?.allowed)).toHaveLength(250)
  expect((await count('busy', limits))[0]?.remaining).toBe(49)
  await Promise.all(Array.from({ length: 100 }, () => count('busy', limits)))
  expect((await count('busy', limits))[0]?.allowed).toBe(false)
  await instance.close()
})

test('made-up subjects do not evict the counts of active ones', async () => {
  const instance = await openInstance('sqlite')
  const { count } = createRateLimiter(instance.handrail.database, () => Date.parse('2026-11-20T12:00:00Z'))
  const limits = [{ seconds: 3600, limit: 20 }]
  for (let guess = 0; guess < 20; guess++) await count('guessed at', limits)
  for (let made = 0; made < 250_000; made++) await count(`made up ${made}`, limits)
  expect(await count('guessed at', limits)).toMatchObject([{ allowed: false }])
  // Subjects counted twice do not evict active ones either.
  for (let made = 0; made < 50_000; made++) for (const _ of [1, 2]) await count(`twice ${made}`, limits)
  expect(await count('guessed at', limits)).toMatchObject([{ allowed: false }])
  await instance.close()
})
