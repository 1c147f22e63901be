import { useContext, useEffect, useRef, useState } from 'react'
import { faultOf } from '../../api/fault.ts'
import type { Listed, PageAnswer } from '../../api/list/chain.ts'
import { type ListName, type Rows, readPage } from '../../api/list/use-list.ts'
import type { Input, Item } from '../../api/operations.ts'
import { WorkspaceId } from '../../api/workspace-id.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { toasts } from '../toast.tsx'

/** The most rows that can be selected. */
const MAX_SELECTED = 10_000
const PER_PAGE = 100

/** The selected rows of a list. They are those that were counted when they were selected, whatever changes meanwhile. */
export interface Selection<R> {
  rows: readonly R[]
  has(id: string): boolean
  select(rows: readonly R[], isOn: boolean): void
  clear(): void
  /** Whether all loaded rows are selected. */
  isAll: boolean
  /** Selects all rows that match the filters, also those that are not loaded; undefined if all are, or are selected. */
  matching: { select(): Promise<void>; isLoading: boolean; loaded: number } | undefined
}

/** The list operation and its filters, by which rows that are not loaded are found. */
export interface SelectionSource<N extends ListName> {
  name: N
  filters: Omit<Input<N>, 'cursor' | 'per_page'>
}

/** @param source left out for a list of which all rows are loaded */
export function useSelection<N extends ListName, R extends Item<N> & Listed>(
  list: Rows<R>,
  source: SelectionSource<N> | undefined,
): Selection<R> {
  const i18n = useI18n()
  const workspace = useContext(WorkspaceId)
  const [selected, setSelected] = useState<ReadonlyMap<string, R>>(new Map())
  const [loaded, setLoaded] = useState<number>()
  // Another filter, or leaving the page, ends the loading of rows.
  const key = JSON.stringify(source ?? null)
  const isCurrent = useRef(key)
  useEffect(() => {
    isCurrent.current = key
    setSelected(new Map())
    setLoaded(undefined)
    return () => {
      isCurrent.current = ''
    }
  }, [key])
  const known = list.known()
  const isAll = known.length > 0 && known.every(({ id }) => selected.has(id))
  async function selectMatching({ name, filters }: SelectionSource<N>): Promise<void> {
    const rows = new Map<string, R>()
    let cursor: string | null | undefined = ''
    setLoaded(0)
    try {
      while (cursor !== undefined && cursor !== null && rows.size < MAX_SELECTED && isCurrent.current === key) {
        const page: PageAnswer = await readPage(name, { ...filters, per_page: PER_PAGE, cursor }, { workspace })
        // The operation's schema describes the rows.
        for (const row of page.data as readonly R[]) if (rows.size < MAX_SELECTED) rows.set(row.id, row)
        cursor = page.meta.next_cursor
        setLoaded(rows.size)
      }
      if (isCurrent.current !== key) return
      setSelected(rows)
      if (cursor) toasts.show(i18n.t('selection.most', { number: i18n.number(MAX_SELECTED) }))
    } catch (error) {
      toasts.show(faultOf(error, i18n).text)
    } finally {
      if (isCurrent.current === key) setLoaded(undefined)
    }
  }
  return {
    rows: [...selected.values()],
    has: (id) => selected.has(id),
    select: (rows, isOn) =>
      setSelected((before) => {
        const ids = new Set(rows.map(({ id }) => id))
        const others = [...before].filter(([id]) => !ids.has(id))
        return new Map(isOn ? [...others, ...rows.map((row) => [row.id, row] as const)] : others)
      }),
    clear: () => setSelected(new Map()),
    isAll,
    matching:
      source && isAll && list.hasMore && selected.size <= known.length
        ? { select: () => selectMatching(source), isLoading: loaded !== undefined, loaded: loaded ?? 0 }
        : undefined,
  }
}
