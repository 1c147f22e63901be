import { expect, test } from 'vitest'
import { COLUMNS, type Column, ordered, orderOf, type ShownGuide, sortOf } from './order.ts'

const common = { description: '', sections_count: 1, has_changes: false, invited: 0, completed: 0, expired: 0 }
const times = { published_at: null, created_at: '2026-11-01T00:00:00.000Z', updated_at: '2026-11-01T00:00:00.000Z' }

function guide(title: string, fields: Partial<ShownGuide>): ShownGuide {
  const figures = { share: null, median_days: null, effort: null, in_progress: 0, steps_count: 1 }
  const changed = { changed_at: times.updated_at, changed_by: null, changed_with: null, unseen_change: null }
  return { id: title, title, status: 'published', ...common, ...times, ...figures, ...changed, ...fields }
}

const GUIDES = [
  guide('Zoo', { share: 0.5, in_progress: 2, median_days: 2, effort: 6, changed_at: '2026-11-03T00:00:00.000Z' }),
  guide('Äpfel 10', { status: 'draft', changed_at: '2026-11-04T00:00:00.000Z' }),
  guide('Äpfel 9', { share: 0.9, in_progress: 7, median_days: 11, effort: 4.5 }),
]

test.each<[string | undefined, string]>([
  [undefined, 'Äpfel 10, Zoo, Äpfel 9'],
  ['-changed', 'Äpfel 9, Zoo, Äpfel 10'],
  ['title', 'Äpfel 9, Äpfel 10, Zoo'],
  ['state', 'Zoo, Äpfel 9, Äpfel 10'],
  ['on_their_way', 'Äpfel 9, Zoo, Äpfel 10'],
  ['completed', 'Äpfel 9, Zoo, Äpfel 10'],
  ['median_days', 'Äpfel 9, Zoo, Äpfel 10'],
  ['-median_days', 'Zoo, Äpfel 9, Äpfel 10'],
  ['effort', 'Äpfel 9, Zoo, Äpfel 10'],
  ['-effort', 'Zoo, Äpfel 9, Äpfel 10'],
])('a list of guides: the address %s sets its order, and guides without a figure come last', (sort, titles) => {
  expect(
    ordered(GUIDES, orderOf(sort), 'de')
      .map(({ title }) => title)
      .join(', '),
  ).toBe(titles)
})

test('a list of guides: equal values keep the order of the list in both directions', () => {
  const equal = [guide('Second', { effort: 5 }), guide('First', { effort: 5 }), guide('None', {})]
  for (const sort of ['effort', '-effort', 'state', '-state'])
    expect(ordered(equal, orderOf(sort), 'en').map(({ title }) => title)).toEqual(['Second', 'First', 'None'])
})

test('a list of guides by title: letters are sorted as in the language of the reader', () => {
  const titles = (language: string) =>
    ordered([guide('Zoo', {}), guide('Öl', {}), guide('oat', {})], orderOf('title'), language).map(({ title }) => title)
  expect([titles('de'), titles('sv')]).toEqual([
    ['oat', 'Öl', 'Zoo'],
    ['oat', 'Zoo', 'Öl'],
  ])
})

test('each order of the list of guides has an address, and an unknown address is the first order', () => {
  const every: [Column, boolean][] = COLUMNS.flatMap((column) => [[column, false] as const, [column, true] as const])
  for (const [column, reversed] of every) expect(orderOf(sortOf({ column, reversed }))).toEqual({ column, reversed })
  expect(sortOf(orderOf('unheard-of'))).toBeUndefined()
})
