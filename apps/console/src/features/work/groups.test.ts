import { expect, test } from 'vitest'
import { byCustomer, groupOf, type WorkItem } from './groups.ts'

const item = (due_on: string | null, kind: WorkItem['kind'] = 'step') => ({ kind, due_on }) as WorkItem

// Wednesday.
const TODAY = '2026-11-25'

test.each([
  ['2026-11-24', 'late'],
  ['2026-11-25', 'today'],
  ['2026-11-26', 'week'],
  ['2026-11-29', 'week'],
  ['2026-11-30', 'later'],
  [null, 'undated'],
])('a step that is due on %s is in the group %s on a Wednesday', (due_on, group) => {
  expect(groupOf(item(due_on), TODAY)).toBe(group)
})

test('on a Sunday, the next day is later', () => {
  expect(groupOf(item('2026-11-30'), '2026-11-29')).toBe('later')
  expect(groupOf(item('2026-11-29'), '2026-11-29')).toBe('today')
})

test('questions, reviews and requests for a link are for today', () => {
  expect(groupOf(item(null, 'review'), TODAY)).toBe('today')
  expect(groupOf(item(null, 'question'), TODAY)).toBe('today')
  expect(groupOf(item(null, 'link_request'), TODAY)).toBe('today')
})

test('by customer, the items of an organisation are together, at the place of the first', () => {
  const of = (organisation_name: string | null, contact_name: string) =>
    ({ organisation_name, contact_name, kind: 'step' }) as WorkItem
  const items = [of('Northwind', 'Ingrid'), of(null, 'Samir'), of('Northwind', 'Yuki')]
  expect(byCustomer(items)).toEqual([
    { customer: 'Northwind', items: [items[0], items[2]] },
    { customer: 'Samir', items: [items[1]] },
  ])
})
