import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { ArrowUp } from 'lucide-react'
import { Fragment, type ReactNode, type Ref, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Rows } from '../../api/list/use-list.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../button.tsx'
import { toasts } from '../toast.tsx'
import './list-table.css'

/** The attributes of a table row. */
export interface RowProps {
  ref: Ref<HTMLTableRowElement>
  'data-index': number
  'aria-rowindex': number
}

interface ListTableProps<R> {
  list: Rows<R>
  /** The total number of rows, if it is known. */
  total?: number | undefined
  /** Whether the page has more content below. Then the table grows only on request. */
  isFollowed?: boolean | undefined
  columns: number
  head: ReactNode
  row(row: R, own: RowProps): ReactNode
}

const ROW_PX = 53
/** Rows rendered beyond the edge of the window, for scrolling and for the keyboard. */
const AROUND = 12
/** Up to this many rows are all rendered, so that the browser can print and search them. */
const FEW = 60
/** The distance from the end, in rows, at which the next page is requested. */
const NEAR_END = 25

/** A table of any length. It renders the rows near the window, and loads more near the end. */
export function ListTable<R extends { id: string }>(props: ListTableProps<R>) {
  const { list, total, isFollowed = false, columns, head, row } = props
  const { t } = useI18n()
  const body = useRef<HTMLTableSectionElement>(null)
  const { virtual, items, top } = useVirtual(list, body)
  const [first, last] = [virtual.range?.startIndex ?? 0, virtual.range?.endIndex ?? 0]
  useEffect(() => {
    if (list.count === 0) return
    list.show(Math.max(0, first - AROUND), Math.min(list.count - 1, last + AROUND))
    list.holdNewRows(first > 0)
    if (!isFollowed && last > list.count - NEAR_END && list.canLoad) list.more()
  })
  useFindHint(items.length < list.count || list.hasMore)
  const ownOf = (index: number): RowProps => ({
    ref: virtual.measureElement,
    'data-index': index,
    'aria-rowindex': index + 2,
  })
  const draw = useDrawn(row, ownOf)
  const upwards = () => {
    list.holdNewRows(false)
    window.scrollTo({ top: 0 })
  }
  let end = 0
  return (
    <>
      {list.waiting > 0 && (
        <div className="newcomers">
          <Button look="main" onClick={upwards}>
            <ArrowUp className="icon" aria-hidden />
            {t('common.new_rows', { count: list.waiting })}
          </Button>
        </div>
      )}
      <div className="card table list-table">
        <table aria-rowcount={list.hasMore ? (total ?? -2) + 1 : list.count + 1}>
          <thead>{head}</thead>
          <tbody ref={body}>
            {items.map((item) => {
              const before = item.start - top - end
              end = item.end - top
              const value = list.at(item.index)
              return (
                <Fragment key={value?.id ?? item.index}>
                  {before > 0 && <SpacerRow columns={columns} height={before} />}
                  {value ? draw(value, item.index) : <LoadingRow columns={columns} own={ownOf(item.index)} />}
                </Fragment>
              )
            })}
            {virtual.getTotalSize() > end && <SpacerRow columns={columns} height={virtual.getTotalSize() - end} />}
          </tbody>
        </table>
      </div>
      {list.hasMore && (
        <div className="more">
          <Button busy={list.isLoadingMore} onClick={list.more}>
            {t('common.show_more')}
          </Button>
        </div>
      )}
    </>
  )
}

/** The rows to render at the current scroll position. */
function useVirtual<R extends { id: string }>(list: Rows<R>, body: { current: HTMLTableSectionElement | null }) {
  const [top, setTop] = useState(0)
  const focused = useFocused(body)
  const virtual = useWindowVirtualizer({
    count: list.count,
    estimateSize: () => ROW_PX,
    overscan: list.count <= FEW ? FEW : AROUND,
    scrollMargin: top,
    // The row with the focus stays rendered at any scroll position.
    rangeExtractor: (range) =>
      focused === undefined || focused >= list.count
        ? defaultRangeExtractor(range)
        : [...new Set([...defaultRangeExtractor(range), focused])].toSorted((a, b) => a - b),
  })
  useLayoutEffect(() => {
    // Looking at it costs a layout, and nothing above the table changes while one scrolls.
    if (virtual.isScrolling) return
    const place = body.current ? body.current.getBoundingClientRect().top + window.scrollY : 0
    if (Math.abs(place - top) > 1) setTop(place)
  })
  return { virtual, items: virtual.getVirtualItems(), top }
}

const MAX_CACHED_ROWS = 500

/** Caches rendered rows, so that unchanged ones are not rendered again while scrolling. */
function useDrawn<R extends { id: string }>(row: ListTableProps<R>['row'], ownOf: (index: number) => RowProps) {
  const drawn = useRef(new Map<string, { value: R; index: number; node: ReactNode }>())
  const by = useRef(row)
  if (by.current !== row || drawn.current.size > MAX_CACHED_ROWS) drawn.current.clear()
  by.current = row
  return (value: R, index: number): ReactNode => {
    const known = drawn.current.get(value.id)
    if (known?.value === value && known.index === index) return known.node
    const node = row(value, ownOf(index))
    drawn.current.set(value.id, { value, index, node })
    return node
  }
}

/** The row that has the focus, by its number. */
function useFocused(body: { current: HTMLTableSectionElement | null }): number | undefined {
  const [focused, setFocused] = useState<number>()
  useEffect(() => {
    const place = body.current
    const look = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null
      setFocused(row ? Number(row.dataset.index) : undefined)
    }
    const leave = () => setFocused(undefined)
    place?.addEventListener('focusin', look)
    place?.addEventListener('focusout', leave)
    return () => {
      place?.removeEventListener('focusin', look)
      place?.removeEventListener('focusout', leave)
    }
  }, [body])
  return focused
}

/** A hint on opening the browser's own search, which only finds the rendered rows. */
function useFindHint(isLonger: boolean): void {
  const { t } = useI18n()
  useEffect(() => {
    if (!isLonger) return
    const pressed = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
      if (key.toLowerCase() === 'f' && (ctrlKey || metaKey)) toasts.show(t('common.find_hint'))
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [isLonger, t])
}

function SpacerRow({ columns, height }: { columns: number; height: number }) {
  return (
    <tr className="gap" style={{ height }}>
      <td colSpan={columns} />
    </tr>
  )
}

function LoadingRow({ columns, own }: { columns: number; own: RowProps }) {
  const { t } = useI18n()
  return (
    <tr {...own}>
      <td colSpan={columns} className="soft">
        {t('common.loading')}
      </td>
    </tr>
  )
}
