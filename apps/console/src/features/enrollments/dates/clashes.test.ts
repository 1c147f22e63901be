import { expect, test } from 'vitest'
import { clashesOf, type DatedSteps } from './clashes.ts'

const due = (from: string, days = 2) => ({ days, from })
const step = (id: string, due_on: string | null, due_is_manual = false, state: 'open' | 'done' = 'open') => ({
  id,
  title: id.toUpperCase(),
  state,
  due_on,
  due_is_manual,
})

/** B counts from A, C from the step before it, which is B; D counts from the target. */
const SECTIONS = [
  {
    steps: [
      { id: 'a', due: due('enrolled') },
      { id: 'b', due: due('a') },
    ],
  },
  {
    steps: [
      { id: 'c', due: due('previous') },
      { id: 'd', due: due('target') },
    ],
  },
]
const plan = (...steps: DatedSteps['steps']): DatedSteps => ({ sections: SECTIONS, steps })
const [a, c, d] = [step('a', '2026-12-01'), step('c', '2026-12-05'), step('d', '2026-12-01')]

const found = (id: string, due_on: string | null, given: DatedSteps, isManual = true) =>
  clashesOf({ id, due_on, isManual }, given).map(({ first, second, isSameDay }) => [first.id, second.id, isSameDay])

test('a date set by hand clashes with that of the step it counts from, on the same day and before it', () => {
  const given = plan(a, step('b', '2026-12-03'), c, d)
  expect(found('b', '2026-12-02', given)).toEqual([])
  expect(found('b', '2026-12-01', given)).toEqual([['a', 'b', true]])
  expect(found('b', '2026-11-30', given)).toEqual([['a', 'b', false]])
  expect(found('b', null, given)).toEqual([])
  // As the guide says it.
  expect(found('b', '2026-12-01', given, false)).toEqual([])
})

test('a date clashes with the later step that counts from it, if that has a date set by hand', () => {
  const given = plan(a, step('b', '2026-12-03'), step('c', '2026-12-05', true), d)
  expect(found('b', '2026-12-05', given, false)).toEqual([['b', 'c', true]])
  expect(found('b', '2026-12-07', given)).toEqual([['b', 'c', false]])
  expect(found('b', '2026-12-07', plan(a, step('b', null), c, d))).toEqual([])
})

test('steps without a connection, done ones, and those that the guide puts on one day do not clash', () => {
  expect(found('d', '2026-12-05', plan(a, step('b', '2026-12-03'), c, d))).toEqual([])
  expect(found('b', '2026-11-30', plan(step('a', '2026-12-01', false, 'done'), step('b', null), c, d))).toEqual([])
  const same = {
    ...plan(a, step('b', null), c, d),
    sections: [
      {
        steps: [
          { id: 'a', due: null },
          { id: 'b', due: due('a', 0) },
        ],
      },
    ],
  }
  expect(found('b', '2026-12-01', same)).toEqual([])
  expect(found('b', '2026-11-30', same)).toEqual([['a', 'b', false]])
})
