import { expect, test } from 'vitest'
import { createSlots, SLOTS } from './slots.ts'

/** Slots for first attempts of a workspace beyond its share. */
const FIRSTS = 64
/** Milliseconds of a clock that the test advances. */
let time = 0
const make = () => createSlots(() => time)
type Places = ReturnType<typeof make>

const endpoint = (workspace: number, number: number) => ({
  workspace_id: `workspace ${workspace}`,
  endpoint_id: `endpoint ${workspace}.${number}`,
})
type Endpoint = ReturnType<typeof endpoint>

/** Claims as much as endpoints may, in one claim. @returns the slots of each */
function takeAll(places: Places, endpoints: readonly Endpoint[]): number[] {
  const shares = places.shares()
  return endpoints.map((one) => {
    const capacity = shares(one)
    for (let i = 0; i < capacity; i++) places.begin(one)
    return capacity
  })
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** An endpoint that has answered after the given time. */
function answer(places: Places, one: Endpoint, after: number): void {
  const end = places.begin(one)
  time += after
  end()
}

const many = (workspace: number, count: number) => Array.from({ length: count }, (_, i) => endpoint(workspace, i))

test('a fast endpoint gets all slots that it needs, regardless of slow ones', () => {
  const places = make()
  const fast = endpoint(1, 0)
  answer(places, fast, 20)
  const slow = many(2, 2000)
  expect(sum(takeAll(places, slow))).toBe(SLOTS / 2 + FIRSTS)
  time += 14_000
  expect(sum(takeAll(places, slow))).toBe(0)
  expect(takeAll(places, [fast])).toEqual([8])
})

test('a new endpoint starts with two slots beside many slow ones, otherwise with eight', () => {
  const places = make()
  expect(takeAll(places, many(1, 26))).toEqual([...Array(24).fill(8), 2, 2])
  const slow = endpoint(2, 0)
  answer(places, slow, 14_000)
  expect(takeAll(places, [slow, endpoint(2, 1)])).toEqual([8, 2])
  // Nothing has answered, so no more slots are assigned.
  expect(takeAll(places, [slow, ...many(1, 26)])).toEqual(Array(27).fill(0))
})

test('a new endpoint is tried immediately, regardless of unresponsive ones in other workspaces', () => {
  const places = make()
  const slow = Array.from({ length: 100 }, (_, workspace) => endpoint(workspace + 2, 0))
  for (const one of slow) answer(places, one, 2000)
  expect(sum(takeAll(places, slow))).toBeGreaterThan(SLOTS / 3)
  expect(takeAll(places, many(1, FIRSTS + 1)).filter((capacity) => capacity > 0).length).toBeGreaterThanOrEqual(FIRSTS)
  // Only once each.
  expect(sum(takeAll(places, many(1, FIRSTS)))).toBe(0)
})

test('a fast endpoint that hangs counts as slow', () => {
  const places = make()
  const hung = many(1, 200)
  for (const one of hung) answer(places, one, 5)
  takeAll(places, hung.slice(0, 90))
  time += 2000
  expect(takeAll(places, hung.slice(0, 90))).toEqual(Array(90).fill(0))
})

test('slow receivers of one workspace leave an equal share to every other workspace', () => {
  const places = make()
  const greedy = many(1, 1000)
  for (const one of greedy) answer(places, one, 2000)
  expect(sum(takeAll(places, greedy))).toBe(768)
  // Others get their share immediately, and the first gets no more until it has less than each of them.
  expect(takeAll(places, many(2, 10))).toEqual(Array(10).fill(2))
  expect(takeAll(places, many(3, 10))).toEqual(Array(10).fill(2))
  expect(sum(takeAll(places, greedy))).toBe(0)
})

test('endpoints share the slots of their workspace, with at least one each', () => {
  const places = make()
  const endpoints = many(1, 128)
  for (const one of endpoints) answer(places, one, 2000)
  const first = takeAll(places, endpoints)
  expect(Math.min(...first.slice(0, 90))).toBeGreaterThan(4)
  expect(sum(first)).toBeLessThanOrEqual(768)
})

test('a new process uses the stored speed of an endpoint until it has measured its own', () => {
  const places = make()
  const [fast, slow, unknown] = [endpoint(1, 0), endpoint(1, 1), endpoint(1, 2)]
  expect(places.isFast({ ...fast, answer_ms: 20 })).toBe(true)
  expect(places.isFast({ ...slow, answer_ms: 9000 })).toBe(false)
  expect(places.isFast({ ...unknown, answer_ms: null })).toBe(false)
  for (let i = 0; i < 20; i++) answer(places, fast, 5000)
  expect(places.isFast({ ...fast, answer_ms: 20 })).toBe(false)
})
