import { expect, test } from 'vitest'
import { rowOrderOf } from '../../api/list/row-order.ts'
import { sortFrom, sortInput, sortText } from './sort.ts'

const COLUMNS = ['name', 'contacts_count'] as const

test.each([
  [undefined, 'created_at', 'desc', {}],
  ['-name', 'name', 'desc', { sort: 'name', order: 'desc' }],
  ['name', 'name', 'asc', { sort: 'name', order: 'asc' }],
  ['created_at', 'created_at', 'asc', { sort: 'created_at', order: 'asc' }],
  ['-contacts_count', 'contacts_count', 'desc', { sort: 'contacts_count', order: 'desc' }],
  ['unheard-of', 'created_at', 'desc', {}],
  ['--name', 'created_at', 'desc', {}],
])('the order of a list: the address %s', (text, by, order, input) => {
  const sort = sortFrom(text, COLUMNS)
  expect(sort).toEqual({ by, order })
  expect(sortInput(sort)).toEqual(input)
  expect(sortFrom(sortText(sort), COLUMNS)).toEqual(sort)
})

test('the order of rows: a name is compared as the server folds it, up or down, and without one the newest is first', () => {
  const zoe = { id: '1', name: 'Zoë', created_at: '2026-11-01T00:00:00.000Z' }
  const contact = { id: '2', first_name: 'ÉMILE', last_name: 'Ørsted', created_at: '2026-11-02T00:00:00.000Z' }
  const byName = rowOrderOf({ sort: 'name', order: 'desc' })
  expect([byName.keyOf(zoe), byName.keyOf(contact), byName.upwards]).toEqual(['zoe', 'emile orsted', false])
  expect(rowOrderOf({ sort: 'name' }).upwards).toBe(true)
  const newest = rowOrderOf({})
  expect([newest.keyOf(zoe), newest.upwards]).toEqual([zoe.created_at, false])
})
