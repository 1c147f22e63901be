import { expect, test } from 'vitest'
import { linksOf } from './links.ts'

const ADDRESS = 'https://example.com/api/v1/emails'

test.each([
  [{ page: 1, total_pages: 2, next_cursor: 'c' }, 'page=2'],
  [{ page: 2, total_pages: 2, next_cursor: 'c' }, 'cursor=c'],
  [{ page: 1, total_pages: 0, next_cursor: 'c' }, 'cursor=c'],
  [{ page: 2, total_pages: 2 }, undefined],
])('lists: the cursor of the last numbered page continues the list: %j', (meta, next) => {
  const links = linksOf(ADDRESS, '/api/v1/emails?kind=test&page=1', meta)
  expect(/<([^>]*)>; rel="next"/.exec(links)?.[1]).toBe(next && `${ADDRESS}?kind=test&${next}`)
})
