import { expect, test } from 'vitest'
import { COLUMNS, type Column, ordered, orderOf, type ShownGuide, sortOf } from './order.ts'

const common = { description: '', sections_count: 1, has_changes: false, invited: 0, completed: 0, expired: 0 }
const times = { published_at: null, created_at: '2026-11-01T00:00:00.000Z', updated_at: '2026-11-01T00:00:00.000Z' }

function guide(title: string, fields: Partial<ShownGuide>): ShownGuide {
  const figures = { share: null, median_days: null, effort: null, in_progress: 0, steps_count: 1 }
  const changed = { changed_at: times.updated_at, changed_by: null }
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
])('guides are in the order %s of the address, and what has no figure comes last', (sort, titles) => {
  expect(
    ordered(GUIDES, orderOf(sort), 'de')
      .map(({ title }) => title)
      .join(', '),
  ).toBe(titles)
})

test('each order is said by the address, and what the address does not know is the first order', () => {
  const every: [Column, boolean][] = COLUMNS.flatMap((column) => [[column, false] as const, [column, true] as const])
  for (const [column, reversed] of every) expect(orderOf(sortOf({ column, reversed }))).toEqual({ column, reversed })
  expect(sortOf(orderOf('unheard-of'))).toBeUndefined()
})
