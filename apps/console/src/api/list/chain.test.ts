import { describe, expect, test } from 'vitest'
import { BEGINNING, type Chain, type Listed, positionIn, rowsOf, withNextPage, withPage } from './chain.ts'

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
  test('follow each other to the end', () => {
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

  test('are forgotten where the list has become shorter', () => {
    const server = serverWith(20, 19, 18, 17, 16, 15, 14)
    const before = read(server, 3)
    server.set(20, 19)
    expect(withPage(before, 0, server.page(''))).toMatchObject({ pages: [{ count: 2 }], next: undefined })
  })

  test('stay the same where nothing has changed', () => {
    const server = serverWith(20, 19, 18, 17)
    const chain = read(server, 2)
    expect(asked(server, chain, () => true)).toBe(chain)
  })
})
