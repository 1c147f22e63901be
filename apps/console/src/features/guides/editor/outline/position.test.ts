import { expect, test } from 'vitest'
import { draftWith, outlineOf } from './outline.fixture.ts'
import { announcedPosition, isSame, movedTo, nextPosition, type Position, positionOf } from './position.ts'

const draft = draftWith({ one: ['a', 'b'], empty: [], two: ['c'] })
const step = (section: string, at: number): Position => ({ is: 'step', section, at })
const section = (at: number): Position => ({ is: 'section', at })

test('position: steps are counted in their section, sections in the guide, and an unknown id has none', () => {
  expect([positionOf(draft, 'b'), positionOf(draft, 'two'), positionOf(draft, 'gone')]).toEqual([
    step('one', 1),
    section(2),
    undefined,
  ])
})

test.each<[string, Position, 1 | -1, Position]>([
  ['within its section', step('one', 0), 1, step('one', 1)],
  ['from the end of a section to the start of the next', step('one', 1), 1, step('empty', 0)],
  ['out of an empty section', step('empty', 0), 1, step('two', 0)],
  ['not beyond the last section', step('two', 0), 1, step('two', 0)],
  ['up within its section', step('one', 1), -1, step('one', 0)],
  ['from the start of a section to the end of the one before', step('empty', 0), -1, step('one', 2)],
  ['not above the first section', step('one', 0), -1, step('one', 0)],
])('the next position of a step by keys: %s', (_case, from, by, to) => {
  expect(nextPosition(draft, from, by)).toEqual(to)
})

test.each<[number, 1 | -1, number]>([
  [0, 1, 1],
  [2, 1, 2],
  [2, -1, 1],
  [0, -1, 0],
])('the next position of section %i by %i is %i: sections stop at the ends of the guide', (from, by, to) => {
  expect(nextPosition(draft, section(from), by)).toEqual(section(to))
})

test('a step by keys: it goes down through every position of the guide, and up again', () => {
  const path = (by: 1 | -1, start: typeof draft) => {
    const seen = []
    for (let now = start; seen.length < 9; ) {
      const from = positionOf(now, 'a')
      if (!from) throw new Error('The step is gone')
      const to = nextPosition(now, from, by)
      if (isSame(from, to)) return { seen, end: now }
      now = movedTo(now, 'a', to)
      seen.push(outlineOf(now))
    }
    throw new Error(`The step does not arrive: ${seen.join('; ')}`)
  }
  const down = path(1, draft)
  expect(down.seen).toEqual([
    'one b a, empty, two c',
    'one b, empty a, two c',
    'one b, empty, two a c',
    'one b, empty, two c a',
  ])
  expect(path(-1, down.end).seen).toEqual([
    'one b, empty, two a c',
    'one b, empty a, two c',
    'one b a, empty, two c',
    'one a b, empty, two c',
  ])
})

test.each<[string, string, Position, string]>([
  ['a step to another section', 'a', step('two', 1), 'one b, empty, two c a'],
  ['a step down in its own section, counted without itself', 'a', step('one', 1), 'one b a, empty, two c'],
  ['a section with its steps', 'one', section(2), 'empty, two c, one a b'],
  ['a step to a section that is gone', 'a', step('gone', 0), 'one a b, empty, two c'],
  ['a step that is gone', 'gone', step('one', 0), 'one a b, empty, two c'],
  ['a section to the position of a step', 'two', step('one', 0), 'one a b, empty, two c'],
])('moving %s: the rest of the guide stays as it is', (_case, id, to, result) => {
  expect(outlineOf(movedTo(draft, id, to))).toBe(result)
})

test('the announced position: it is counted from 1, and a step has its section', () => {
  expect(announcedPosition(draft, 'b')).toEqual({ title: 'B', position: 2, of: 2, section: 'ONE' })
  expect(announcedPosition(draft, 'two')).toEqual({ title: 'TWO', position: 3, of: 3 })
  expect(announcedPosition(draft, 'gone')).toBeUndefined()
})

test('two positions are the same: only with the same kind, section and number', () => {
  expect(
    [step('one', 1), step('two', 1), step('one', 0), section(1)].map((other) => isSame(step('one', 1), other)),
  ).toEqual([true, false, false, false])
})
