import { expect, test } from 'vitest'
import { addressOf, inOrder, isSame, savedFrom } from './address.ts'

const VIEW = {
  id: '019aa0f4-7c00-7000-8000-000000000030',
  list: 'enrollments' as const,
  name: 'Stuck',
  filters: {},
  sort: null,
  order: null,
  is_shared: true,
  position: 1,
  created_at: '2026-11-20T12:00:00.000Z',
  updated_at: '2026-11-20T12:00:00.000Z',
}

test.each([
  [
    'enrollments',
    { query: 'ann', status: 'completed', guide: 'g', organisation: 'o', assignee: 'a', sort: '-contact_name' },
  ],
  ['enrollments', { status: 'stuck', sort: 'created_at' }],
  ['enrollments', { health: 'late,at_risk', target_after: '2026-12-01' }],
  ['customers', { status: 'stuck', health: 'late,at_risk', target_before: '2026-12-01', sort: '-target_date' }],
  ['contacts', { query: 'ann', status: 'none', guide: 'g', organisation: 'o', sort: 'name' }],
  ['organisations', { name: 'oak', sort: '-contacts_count' }],
  ['organisations', {}],
] as const)('a saved view of %s opens the address that it was saved from: %o', (list, search) => {
  const view = { ...VIEW, list, ...savedFrom(list, { ...search, view: 'another', unknown: 'x' }) }
  expect(addressOf(view)).toEqual({ to: `/${list}`, search: { ...search, view: VIEW.id } })
})

test('a saved view: being stuck is a filter of the list, not a status', () => {
  expect(savedFrom('enrollments', { status: 'stuck' }).filters).toEqual({ stalled: true })
  expect(savedFrom('contacts', { status: 'none' }).filters).toEqual({ enrollment_status: 'none' })
})

test('a saved view is unchanged whatever the order of its filters, and newest first is no order', () => {
  const saved = { filters: { a: '1', b: '2' }, sort: null, order: null }
  expect(isSame(saved, { filters: { b: '2', a: '1' }, sort: 'created_at', order: 'desc' })).toBe(true)
  expect(isSame(saved, { ...saved, sort: 'name', order: 'asc' })).toBe(false)
  expect(isSame(saved, { ...saved, filters: { a: '1' } })).toBe(false)
})

test('saved views: shared ones come first, each by position', () => {
  const views = [
    { ...VIEW, id: 'own', is_shared: false, position: 1 },
    { ...VIEW, id: 'second', position: 2 },
    { ...VIEW, id: 'first', position: 1 },
  ]
  expect(inOrder(views).map(({ id }) => id)).toEqual(['first', 'second', 'own'])
})
