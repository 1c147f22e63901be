import { expect, test } from 'vitest'
import { linksOf } from './links.ts'

const ADDRESS = 'https://example.com/api/v1/emails'

test.each([
  [{ page: 1, total_pages: 2, next_cursor: 'c' }, 'page=2'],
  [{ page: 2, total_pages: 2, next_cursor: 'c' }, 'cursor=c'],
  [{ page: 1, total_pages: 0, next_cursor: 'c' }, 'cursor=c'],
  [{ page: 3, next_cursor: 'c' }, 'cursor=c'],
  [{ page: 2, total_pages: 2 }, undefined],
])('lists: the cursor of the last numbered page continues the list: %j', (meta, next) => {
  const links = linksOf(ADDRESS, '/api/v1/emails?kind=test&page=1', meta)
  expect(/<([^>]*)>; rel="next"/.exec(links)?.[1]).toBe(next && `${ADDRESS}?kind=test&${next}`)
})

test('lists: a page of a list whose end is unknown links to the page before it, and to no last one', () => {
  const links = linksOf(ADDRESS, '/api/v1/emails?page=3', { page: 3, next_cursor: 'c' })
  expect([...links.matchAll(/\?([^>]*)>; rel="(\w+)"/g)].map(([, query, relation]) => `${relation} ${query}`)).toEqual([
    'first page=1',
    'prev page=2',
    'next cursor=c',
  ])
})
