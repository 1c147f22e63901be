import { expect, test } from 'vitest'
import { type Drop, dropFor, type Hit } from './drop.ts'
import { draftWith, outlineOf } from './outline.fixture.ts'
import { movedTo } from './position.ts'

const draft = draftWith({ one: ['a', 'b'], empty: [], two: ['c'] })

function over(section: string, more: Partial<Hit> = {}): Hit {
  return { section, sectionEdge: 'before', isHead: false, ...more }
}

test.each<[string, string, Hit, Pick<Drop, 'beside' | 'edge'>, string]>([
  [
    'the upper half of a step',
    'c',
    over('one', { step: { id: 'b', edge: 'before' } }),
    { beside: 'b', edge: 'before' },
    'one a c b, empty, two',
  ],
  [
    'the lower half of a step',
    'c',
    over('one', { step: { id: 'b', edge: 'after' } }),
    { beside: 'b', edge: 'after' },
    'one a b c, empty, two',
  ],
  [
    'a later step of its own section',
    'a',
    over('one', { step: { id: 'b', edge: 'after' } }),
    { beside: 'b', edge: 'after' },
    'one b a, empty, two c',
  ],
  [
    'the head of a section',
    'c',
    over('one', { isHead: true }),
    { beside: 'one', edge: 'after' },
    'one c a b, empty, two',
  ],
  ['the end of a section', 'c', over('one'), { beside: 'b', edge: 'after' }, 'one a b c, empty, two'],
  ['the end of its own section', 'a', over('one'), { beside: 'b', edge: 'after' }, 'one b a, empty, two c'],
  ['an empty section', 'a', over('empty'), { beside: 'empty', edge: 'after' }, 'one b, empty a, two c'],
  [
    'a step, dragging a section',
    'two',
    over('one', { step: { id: 'a', edge: 'after' } }),
    { beside: 'one', edge: 'before' },
    'two c, one a b, empty',
  ],
  [
    'the lower half of a section, dragging a section',
    'one',
    over('empty', { sectionEdge: 'after' }),
    { beside: 'empty', edge: 'after' },
    'empty, one a b, two c',
  ],
])('dragging over %s: the mark is where the drop will be', (_case, id, hit, mark, result) => {
  const drop = dropFor(draft, id, hit)
  if (!drop) throw new Error('There is no target')
  expect({ beside: drop.beside, edge: drop.edge }).toEqual(mark)
  expect(outlineOf(movedTo(draft, id, drop.position))).toBe(result)
})

test.each<[string, string, Hit]>([
  ['a step over itself', 'a', over('one', { step: { id: 'a', edge: 'after' } })],
  ['a section over itself', 'one', over('one')],
  ['a step over a section that was deleted meanwhile', 'a', over('gone')],
  ['a section over one that was deleted meanwhile', 'one', over('gone')],
])('dragging %s: there is no target', (_case, id, hit) => {
  expect(dropFor(draft, id, hit)).toBeUndefined()
})

test('dragging a step down in its own section: its new position is counted without it', () => {
  const three = draftWith({ one: ['a', 'b', 'c'] })
  const drop = dropFor(three, 'a', over('one', { step: { id: 'b', edge: 'after' } }))
  expect(drop && outlineOf(movedTo(three, 'a', drop.position))).toBe('one b a c')
})
