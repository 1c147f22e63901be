import { describe, expect, test } from 'vitest'
import { BEGINNING, type Chain, type Listed, positionIn, rowsBefore, rowsOf, withNextPage, withPage } from './chain.ts'

const PER_PAGE = 3

/** A list on a server, newest first, and its pages as they are asked for. */
function serverWith(...numbers: number[]) {
  let rows: Listed[] = numbers.map(row)
  return {
    set: (...next: number[]) => {
      rows = next.map(row)
    },
    page(cursor: string) {
      const from = cursor === '' ? 0 : rows.findIndex(({ id }) => id < cursor)
      const data = from < 0 ? [] : rows.slice(from, from + PER_PAGE)
      return {
        data,
        meta: { next_cursor: from >= 0 && rows.length > from + PER_PAGE ? (data.at(-1)?.id ?? null) : null },
      }
    },
  }
}

function row(number: number): Listed {
  return { created_at: `2027-01-01T00:00:${String(number).padStart(2, '0')}.000Z`, id: String(number).padStart(2, '0') }
}

type Server = ReturnType<typeof serverWith>

/** Requests pages that are not loaded yet, or all of them again. */
function asked(server: Server, chain: Chain, which: (page: { count: number }) => boolean): Chain {
  let next = chain
  for (let index = 0; index < next.pages.length; index++) {
    const page = next.pages[index]
    if (page && which(page)) next = withPage(next, index, server.page(page.cursor))
  }
  return next
}

function shown(server: Server, chain: Chain): number[] {
  return chain.pages.flatMap(({ cursor }, index) =>
    rowsOf(chain, index, server.page(cursor)).map(({ id }) => Number(id)),
  )
}

function read(server: Server, pages: number): Chain {
  let chain = asked(server, BEGINNING, () => true)
  for (let more = 1; more < pages; more++) chain = asked(server, withNextPage(chain), ({ count }) => count === 0)
  return chain
}

describe('the pages of a list', () => {
  test('each continues where the one before ends, up to the last', () => {
    const server = serverWith(20, 19, 18, 17, 16, 15, 14)
    const chain = read(server, 3)
    expect(shown(server, chain)).toEqual([20, 19, 18, 17, 16, 15, 14])
    expect(chain.next).toBeUndefined()
    expect(positionIn(chain, 4)).toEqual({ page: 1, offset: 1 })
  })

  test.each([
    ['come in at the top', [23, 22, 21, 20, 19, 18, 17, 16, 15, 14]],
    ['come in at the top, more than a page', [25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14]],
    ['come in between', [20, 19, 18, 17, 16, 15, 14, 13].toSpliced(1, 0, 19.5)],
    ['go', [20, 18, 17, 15, 14]],
    ['go, with those at which pages ended', [20, 19, 17, 16, 14]],
  ])('keep every row once where some %s', (_what, now) => {
    const server = serverWith(20, 19, 18, 17, 16, 15, 14)
    const before = read(server, 3)
    server.set(...now)
    const after = asked(server, before, () => true)
    expect(shown(server, after)).toEqual(now.slice(0, shown(server, after).length))
    expect(shown(server, after).length).toBe(now.length)
  })

  test('are dropped if the list has become shorter', () => {
    const server = serverWith(20, 19, 18, 17, 16, 15, 14)
    const before = read(server, 3)
    server.set(20, 19)
    expect(withPage(before, 0, server.page(''))).toMatchObject({ pages: [{ count: 2 }], next: undefined })
  })

  test('stay the same object if nothing has changed', () => {
    const server = serverWith(20, 19, 18, 17)
    const chain = read(server, 2)
    expect(asked(server, chain, () => true)).toBe(chain)
  })

  test('in an order by values that rows do not have: the pages after a row that is elsewhere now are requested again', () => {
    const order = { keyOf: () => '', upwards: true, isOfServer: true }
    const pageOf = (...ids: string[]) => ({
      data: ids.map((id) => ({ id, created_at: '' })),
      meta: { next_cursor: ids.at(-1) ?? null },
    })
    const first = withPage(BEGINNING, 0, pageOf('m', 'a', 'z'), order)
    const chain = withPage(withNextPage(first), 1, pageOf('b', 'y'), order)
    expect(chain.pages.map(({ count }) => count)).toEqual([3, 2])
    // A row came before: the last one of the page is still the row before the next page.
    const longer = withPage(chain, 0, pageOf('new', 'm', 'a', 'z'), order)
    expect(longer.pages.map(({ count }) => count)).toEqual([4, 2])
    expect(rowsOf(longer, 0, pageOf('m', 'a', 'z', 'b'), order).map(({ id }) => id)).toEqual(['m', 'a', 'z'])
    const cut = withPage(longer, 0, pageOf('new', 'm', 'a'), order)
    expect([cut.pages.map(({ count }) => count), cut.next?.cursor]).toEqual([[3], 'a'])
    expect(rowsBefore(pageOf('new', 'm', 'a').data, { at: '', id: 'm' }, order)).toBe(1)
    expect(rowsBefore(pageOf('new', 'a').data, { at: '', id: 'm' }, order)).toBe(0)
  })
})
