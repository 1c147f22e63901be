import { expect, test } from 'vitest'
import { pageWithRows } from './page-with-rows.ts'

/** A list whose pages are found by their cursors. */
const PAGES: Record<string, { data: string[]; meta: { next_cursor: string | null } }> = {
  '': { data: [], meta: { next_cursor: 'b' } },
  b: { data: [], meta: { next_cursor: 'c' } },
  c: { data: ['found'], meta: { next_cursor: 'd' } },
  d: { data: [], meta: { next_cursor: null } },
}
const ask = async (cursor: string) => PAGES[cursor] ?? expect.unreachable(cursor)

test('a page of a list: an empty page that is not the last is replaced by the next one with rows', async () => {
  expect(await pageWithRows(ask, '')).toBe(PAGES.c)
  expect(await pageWithRows(ask, 'c')).toBe(PAGES.c)
})

test('a page of a list: the last may be empty', async () => {
  expect(await pageWithRows(ask, 'd')).toBe(PAGES.d)
})
