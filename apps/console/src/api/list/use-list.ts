import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect, useRef, useState } from 'react'
import { call } from '../call.ts'
import type { Input, Item } from '../operations.ts'
import type { ListName } from '../use-operation.ts'
import { WorkspaceId } from '../workspace-id.ts'
import {
  BEGINNING,
  isBehind,
  type Listed,
  type PageAnswer,
  placeOf,
  positionIn,
  rowsOf,
  withNextPage,
  withPage,
} from './chain.ts'
import { pageWithRows } from './page-with-rows.ts'

const PER_PAGE = 50

/** The rows of a list as far as it has been read; those far from what is shown may have to be asked for again. */
export interface Rows<R> {
  count: number
  /** Undefined while it is asked for. */
  at(row: number): R | undefined
  /** All that are known. */
  known(): readonly R[]
  /** Those of the pages near what is shown. */
  near(): readonly R[]
  hasMore: boolean
  isLoadingMore: boolean
  /** Whether more can be asked for by itself: what has failed waits for somebody to try again. */
  canLoad: boolean
  more(): void
  /** Tells which rows are near what is shown: those are kept up to date. */
  show(first: number, last: number): void
  /** Keeps what comes in at the top from being shown, while somebody reads further down. */
  hold(isHeld: boolean): void
  /** How many wait at the top. */
  waiting: number
}

export interface List<R> extends Rows<R> {
  /** The first page. */
  first: UseQueryResult<PageAnswer>
}

const FRESH = { chain: BEGINNING, near: [0, 0] as readonly [number, number], top: undefined as Listed | undefined }
type Reading = typeof FRESH

/** The list of an operation, which is read on page after page. Pages that are far from what is shown cost nothing. */
export function useList<N extends ListName>(name: N, input: Omit<Input<N>, 'cursor' | 'per_page'>): List<Item<N>> {
  const workspace = useContext(WorkspaceId)
  const client = useQueryClient()
  const [{ chain: known, near, top }, change] = useReading([workspace, name, input, 'reading'])
  const keyOf = (cursor: string) => [workspace, name, input, 'page', cursor]
  const wanted = known.pages.flatMap(({ count }, page) =>
    page === 0 || count === 0 || (page >= near[0] && page <= near[1]) ? [page] : [],
  )
  const results = useQueries({
    queries: wanted.map((page) => {
      const cursor = known.pages[page]?.cursor ?? ''
      return {
        queryKey: keyOf(cursor),
        queryFn: ({ signal }: { signal: AbortSignal }): Promise<PageAnswer> =>
          pageWithRows(async (from) => {
            // The input with the cursor is that of a list again, and its answer that of a page.
            const asked = { ...input, cursor: from, per_page: PER_PAGE } as Input<N>
            return (await call(name, asked, { workspace, signal })).value as PageAnswer
          }, cursor),
      }
    }),
  })
  // From the end: what comes between moves only those behind it.
  const chain = wanted.reduceRight((before, page, at) => {
    const answer = results[at]?.data
    return answer ? withPage(before, page, answer) : before
  }, known)
  useEffect(() => {
    if (chain !== known) change((before) => ({ ...before, chain }))
  })
  const looked = new Map<number, readonly Listed[]>()
  const rowsOfPage = (page: number): readonly Listed[] => {
    const answer = looked.has(page)
      ? undefined
      : client.getQueryData<PageAnswer>(keyOf(chain.pages[page]?.cursor ?? ''))
    if (answer) looked.set(page, rowsOf(chain, page, answer))
    return looked.get(page) ?? []
  }
  const waiting = top ? rowsOfPage(0).filter((row) => isBehind(top, row)).length : 0
  const count = chain.pages.reduce((sum, page) => sum + page.count, 0) - waiting
  // The schema of the operation says what its rows are.
  const at = (row: number) => {
    const { page, offset } = positionIn(chain, row + waiting)
    return rowsOfPage(page)[offset] as Item<N> | undefined
  }
  const [first] = results
  if (!first) throw new Error('The first page is always asked for')
  const failed = results.filter(({ data, error }) => error !== null && data === undefined)
  const isLoading = results.some((one) => one.isLoading)
  const list: List<Item<N>> = {
    first,
    count,
    at,
    known: () => chain.pages.flatMap((_page, index) => rowsOfPage(index)) as Item<N>[],
    near: () => wanted.flatMap((page) => rowsOfPage(page)) as Item<N>[],
    hasMore: chain.next !== undefined || failed.length > 0,
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
    hold(isHeld) {
      const [newestNow] = rowsOfPage(0)
      const newest = isHeld ? (top ?? (newestNow && placeOf(newestNow))) : undefined
      if (newest !== top) change((before) => ({ ...before, top: newest }))
    },
    waiting,
  }
  // While another filter is asked for, what there was stays.
  const previous = useRef(list)
  if (first.data || first.error) previous.current = list
  return previous.current
}

/** How far a list was read, which is known again when somebody comes back to it. */
function useReading(key: readonly unknown[]): [Reading, (next: (before: Reading) => Reading) => void] {
  const client = useQueryClient()
  const name = JSON.stringify(key)
  const [, redraw] = useState({})
  const latest = useRef<{ name: string; reading: Reading }>(undefined)
  if (latest.current?.name !== name) latest.current = { name, reading: client.getQueryData<Reading>(key) ?? FRESH }
  const change = (next: (before: Reading) => Reading) => {
    // What was shown before may still call.
    if (latest.current?.name !== name) return
    latest.current = { name, reading: next(latest.current.reading) }
    client.setQueryData(key, latest.current.reading)
    redraw({})
  }
  return [latest.current.reading, change]
}

/** Rows that are all there. */
export function fixedRows<R>(rows: readonly R[]): Rows<R> {
  return {
    count: rows.length,
    at: (row) => rows[row],
    known: () => rows,
    near: () => rows,
    hasMore: false,
    isLoadingMore: false,
    canLoad: false,
    more: () => undefined,
    show: () => undefined,
    hold: () => undefined,
    waiting: 0,
  }
}
