import { expect, test } from 'vitest'
import { afterFailure, afterSuccess, HEALTHY, type Health, isHopeless } from './health.ts'

const START = Date.parse('2026-11-20T12:00:00Z')
const at = (seconds: number) => new Date(START + seconds * 1000).toISOString()
const failing = (times: number, every: number, from: Health = HEALTHY) =>
  Array.from({ length: times }).reduce<Health>((health, _, i) => afterFailure(health, at(i * every)), from)

test('the circuit breaker opens after ten consecutive failures over at least a minute', () => {
  expect(failing(9, 10).open_until).toBeNull()
  expect(failing(30, 1).open_until).toBeNull()
  expect(failing(10, 10)).toMatchObject({ open_until: at(90 + 30), probe_seconds: 30, concurrency: 1 })
})

test('the circuit breaker probes less and less often, down to once an hour', () => {
  const open = failing(10, 10)
  const probes = Array.from({ length: 9 }).reduce<Health[]>(
    (all) => [...all, afterFailure(all.at(-1) ?? open, at(1000))],
    [],
  )
  expect(probes.map(({ probe_seconds }) => probe_seconds)).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600, 3600])
})

test('a success closes the circuit breaker, and concurrency is restored step by step', () => {
  const first = afterSuccess(failing(10, 10))
  expect(first).toEqual({ ...HEALTHY, concurrency: 2 })
  expect(afterSuccess(first).concurrency).toBe(4)
  expect(afterSuccess(afterSuccess(afterSuccess(first))).concurrency).toBe(8)
})

test('an endpoint is hopeless after five days without a success', () => {
  const day = 86_400
  expect(isHopeless(failing(10, day / 2), at(5 * day))).toBe(true)
  expect(isHopeless(failing(10, day / 2), at(5 * day - 1))).toBe(false)
  expect(isHopeless(failing(9, day), at(9 * day))).toBe(false)
  expect(isHopeless(afterSuccess(failing(10, day)), at(99 * day))).toBe(false)
})
