import { expect, test } from 'vitest'
import { idAt, newId } from './ids.ts'

const UUID_V7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

test('ids are UUIDs of version 7, each after the one before, and never the same', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  for (const id of ids) expect(id).toMatch(UUID_V7)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids.map((id) => id.slice(-10))).size).toBeGreaterThan(19_990)
  expect(new Set(ids).size).toBe(ids.length)
})

test('an id has the time at which it was made', () => {
  const before = Date.now()
  const id = newId()
  expect(id >= idAt(before - 1)).toBe(true)
  expect(id < idAt(Date.now() + 1000)).toBe(true)
})
