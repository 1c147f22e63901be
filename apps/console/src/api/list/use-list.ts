import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect, useRef, useState } from 'react'
import { type CallOptions, call } from '../call.ts'
import type { Input, Item, Name, Output } from '../operations.ts'
import { WorkspaceId } from '../workspace-id.ts'
import {
  BEGINNING,
  type Listed,
  type PageAnswer,
  type Position,
  placeOf,
  positionIn,
  rowsBefore,
  rowsOf,
  withNextPage,
  withPage,
} from './chain.ts'
import { pageWithRows } from './page-with-rows.ts'
import { rowOrderOf } from './row-order.ts'

const PER_PAGE = 50
const PER_PAGE_OF_WHOLE = 25

/** The operations that answer with a list by cursor. */
export type ListName = {
  [N in Name]: Output<N> extends { data: Listed[]; meta: { next_cursor?: string | null | undefined } } ? N : never
}[Name]

interface ListOptions {
  /** Whether all pages are kept up to date, for lists that show every loaded row. Otherwise only those near the window are. */
  isWhole?: boolean
  perPage?: number
}

/** The rows of a list that have been read. Those far from the visible ones may have to be requested again. */
export interface Rows<R> {
  count: number
  /** A row; undefined while it is requested. */
  at(row: number): R | undefined
  /** All rows that are loaded. */
  known(): readonly R[]
  /** The rows of the pages near the visible rows. */
  near(): readonly R[]
  hasMore: boolean
  isLoadingMore: boolean
  /** Whether the next page may be requested automatically; not after a page has failed. */
  canLoad: boolean
  /** Requests the next page, or again the page that failed. */
  more(): void
  /** The error of a page that failed; null if none did. */
  error: unknown
  /** Sets which rows are visible: the pages near them are kept up to date. */
  show(first: number, last: number): void
  /** Holds back new rows at the top, while somebody reads further down. */
  holdNewRows(isHeld: boolean): void
  /** The number of new rows held back. */
  waiting: number
}

export interface List<R> extends Rows<R> {
  /** The first page. */
  first: UseQueryResult<PageAnswer>
}

const FRESH = { chain: BEGINNING, near: [0, 0] as readonly [number, number], top: undefined as Position | undefined }
type Reading = typeof FRESH

/** The list of an operation, read page after page. */
export function useList<N extends ListName>(
  name: N,
  filters: Omit<Input<N>, 'cursor' | 'per_page'>,
  { isWhole = false, perPage = isWhole ? PER_PAGE_OF_WHOLE : PER_PAGE }: ListOptions = {},
): List<Item<N>> {
  const input = { ...filters, per_page: perPage }
  const order = rowOrderOf(filters)
  const workspace = useContext(WorkspaceId)
  const client = useQueryClient()
  const [{ chain: known, near, top }, change] = useReading([workspace, name, input, 'reading'])
  const keyOf = (cursor: string) => pageKey(workspace, name, input, cursor)
  const requested = known.pages.flatMap(({ count }, page) =>
    isWhole || page === 0 || count === 0 || (page >= near[0] && page <= near[1]) ? [page] : [],
  )
  const results = usePages(
    name,
    input,
    requested.map((page) => known.pages[page]?.cursor ?? ''),
  )
  // From the last page on: a page that is inserted moves only those after it.
  const chain = requested.reduceRight((before, page, at) => {
    const answer = results[at]?.data
    return answer ? withPage(before, page, answer, order) : before
  }, known)
  useEffect(() => {
    if (chain !== known) change((before) => ({ ...before, chain }))
  })
  const rowsByPage = new Map<number, readonly Listed[]>()
  const rowsOfPage = (page: number): readonly Listed[] => {
    const answer = rowsByPage.has(page)
      ? undefined
      : client.getQueryData<PageAnswer>(keyOf(chain.pages[page]?.cursor ?? ''))
    if (answer) rowsByPage.set(page, rowsOf(chain, page, answer, order))
    return rowsByPage.get(page) ?? []
  }
  const waiting = top ? rowsBefore(rowsOfPage(0), top, order) : 0
  const count = chain.pages.reduce((sum, page) => sum + page.count, 0) - waiting
  // The operation's schema describes the rows.
  const at = (row: number) => {
    const { page, offset } = positionIn(chain, row + waiting)
    return rowsOfPage(page)[offset] as Item<N> | undefined
  }
  const [first] = results
  if (!first) throw new Error('The first page is always requested')
  const failed = results.filter(({ data, error }) => error !== null && data === undefined)
  const isLoading = results.some((one) => one.isLoading)
  const list: List<Item<N>> = {
    first,
    count,
    at,
    known: () => chain.pages.flatMap((_page, index) => rowsOfPage(index)) as Item<N>[],
    near: () => requested.flatMap((page) => rowsOfPage(page)) as Item<N>[],
    hasMore: chain.next !== undefined || failed.length > 0,
    error: failed[0]?.error ?? null,
    isLoadingMore: isLoading,
    canLoad: chain.next !== undefined && failed.length === 0 && !isLoading,
    more() {
      for (const { refetch } of failed) void refetch()
      if (failed.length === 0) change((before) => ({ ...before, chain: withNextPage(before.chain) }))
    },
    show(from, to) {
      const [begin, end] = [positionIn(chain, from + waiting).page, positionIn(chain, to + waiting).page]
      if (begin !== near[0] || end !== near[1]) change((before) => ({ ...before, near: [begin, end] }))
    },
    holdNewRows(isHeld) {
      const [newestNow] = rowsOfPage(0)
      const newest = isHeld ? (top ?? (newestNow && placeOf(newestNow, order))) : undefined
      if (newest !== top) change((before) => ({ ...before, top: newest }))
    },
    waiting,
  }
  // While another filter is loading, the previous rows stay.
  const previous = useRef(list)
  if (first.data || first.error) previous.current = list
  return previous.current
}

/** Reads one page of a list. @param input the filters with `per_page` and `cursor` */
export async function readPage<N extends ListName>(name: N, input: object, options: CallOptions): Promise<PageAnswer> {
  // Filters and cursor are the input of a list operation, and its output is a page.
  return (await call(name, input as Input<N>, options)).value as PageAnswer
}

/** The pages of a list at these cursors. */
function usePages<N extends ListName>(name: N, input: object, cursors: readonly string[]) {
  const workspace = useContext(WorkspaceId)
  return useQueries({
    queries: cursors.map((cursor) => ({
      queryKey: pageKey(workspace, name, input, cursor),
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<PageAnswer> =>
        pageWithRows((from) => readPage(name, { ...input, cursor: from }, { workspace, signal }), cursor),
    })),
  })
}

function pageKey(workspace: string | undefined, name: ListName, input: object, cursor: string) {
  return [workspace, name, input, 'page', cursor]
}

/** The loaded part of a list. It is cached, so that the list is the same after coming back. */
function useReading(key: readonly unknown[]): [Reading, (next: (before: Reading) => Reading) => void] {
  const client = useQueryClient()
  const name = JSON.stringify(key)
  const [, redraw] = useState({})
  const latest = useRef<{ name: string; reading: Reading }>(undefined)
  if (latest.current?.name !== name) latest.current = { name, reading: client.getQueryData<Reading>(key) ?? FRESH }
  const change = (next: (before: Reading) => Reading) => {
    // A list that is no longer shown may still call this.
    if (latest.current?.name !== name) return
    latest.current = { name, reading: next(latest.current.reading) }
    client.setQueryData(key, latest.current.reading)
    redraw({})
  }
  return [latest.current.reading, change]
}

/** A list whose rows are all loaded. */
export function fixedRows<R>(rows: readonly R[]): Rows<R> {
  return {
    count: rows.length,
    at: (row) => rows[row],
    known: () => rows,
    near: () => rows,
    hasMore: false,
    error: null,
    isLoadingMore: false,
    canLoad: false,
    more: () => undefined,
    show: () => undefined,
    holdNewRows: () => undefined,
    waiting: 0,
  }
}
