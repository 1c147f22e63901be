import { NEWEST_FIRST, type RowOrder } from './row-order.ts'

/** A row of a list, which by default begins with the newest. Versions of guides are created when they are published. */
export type Listed = { id: string } & ({ created_at: string } | { published_at: string })

/** The position of a row in its list. */
export interface Position {
  /** The value that the list is sorted by. */
  at: string | number
  id: string
}

/** A page of a list: its cursor, the row before its first one, and its number of rows; 0 until it is loaded. */
interface Page {
  cursor: string
  after: Position | undefined
  count: number
}

/** The known pages of a list from its beginning, and the cursor of the next one. */
export interface Chain {
  pages: readonly Page[]
  next: Page | undefined
}

/** The answer of the server for a page. */
export interface PageAnswer<R extends Listed = Listed> {
  data: readonly R[]
  meta: { next_cursor?: string | null | undefined }
}

export const BEGINNING: Chain = { pages: [{ cursor: '', after: undefined, count: 0 }], next: undefined }

/** The rows of a page, as far as they are not those of the next. */
export function rowsOf<R extends Listed>(
  chain: Chain,
  index: number,
  { data }: PageAnswer<R>,
  order = NEWEST_FIRST,
): readonly R[] {
  const end = chain.pages[index + 1]?.after
  if (end && order.isOfServer) return data.slice(0, placeIn(data, end) + 1 || undefined)
  return end ? data.filter((row) => !isLater(placeOf(row, order), end, order)) : data
}

/**
 * The chain with what was answered for one of its pages. Where more has come in than the page holds, another page goes between
 * it and the next: rows that are known stay where they are.
 */
export function withPage(chain: Chain, index: number, answer: PageAnswer, order = NEWEST_FIRST): Chain {
  const { pages } = chain
  const page = pages[index]
  if (!page) return chain
  const last = answer.data.at(-1)
  const cursor = answer.meta.next_cursor
  const next = last && cursor ? { cursor, after: placeOf(last, order), count: 0 } : undefined
  const after = pages[index + 1]?.after
  // Where the row before the next page is elsewhere now, the pages after this one are requested again.
  const isCut = order.isOfServer && after !== undefined && placeIn(answer.data, after) < 0
  const following = next && !isCut ? pages.slice(index + 1) : []
  const end = following[0]?.after
  const count = rowsOf(chain, index, answer, order).length
  const hasGap =
    !order.isOfServer && end !== undefined && last !== undefined && isLater(end, placeOf(last, order), order)
  const isKnown = page.count === count && !hasGap && following.length === pages.length - index - 1
  if (isKnown && (end !== undefined || next?.cursor === chain.next?.cursor)) return chain
  const between = hasGap && next ? [next] : []
  return {
    pages: [...pages.slice(0, index), { ...page, count }, ...between, ...following],
    next: end === undefined ? next : chain.next,
  }
}

function placeIn(rows: readonly Listed[], { id }: Position): number {
  return rows.findIndex((row) => row.id === id)
}

/** The number of rows before one of a page; 0 if it is not there. */
export function rowsBefore(rows: readonly Listed[], position: Position, order: RowOrder): number {
  if (order.isOfServer) return Math.max(0, placeIn(rows, position))
  return rows.filter((row) => isLater(position, placeOf(row, order), order)).length
}

/** The chain with one page more, which has yet to come. */
export function withNextPage(chain: Chain): Chain {
  return chain.next ? { pages: [...chain.pages, chain.next], next: undefined } : chain
}

/** The position of a row: its page, and its number there. */
export function positionIn({ pages }: Chain, row: number): { page: number; offset: number } {
  let offset = row
  for (const [page, { count }] of pages.entries()) {
    if (offset < count) return { page, offset }
    offset -= count
  }
  return { page: pages.length - 1, offset }
}

/** Whether a position comes later in the list than another. */
function isLater(position: Position, other: Position, { upwards }: RowOrder = NEWEST_FIRST): boolean {
  const [first, second] = upwards ? [other, position] : [position, other]
  if (first.at !== second.at) return first.at < second.at
  return first.id < second.id
}

export function placeOf(row: Listed, { keyOf }: RowOrder = NEWEST_FIRST): Position {
  return { at: keyOf(row), id: row.id }
}
