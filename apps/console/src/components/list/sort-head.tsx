import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { isUpwardsFirst, type ListSort } from './sort.ts'

interface SortHeadProps<C extends string> {
  column: C | 'created_at'
  /** Undefined where the list is in another order than that of a column. */
  sort: ListSort<C> | undefined
  onSort(sort: ListSort<C>): void
  className?: string | undefined
  children: ReactNode
}

/** The head of a column that sorts the list by it; pressed again, the other way round. */
export function SortHead<C extends string>({ column, sort, onSort, className, children }: SortHeadProps<C>) {
  const own = sort?.by === column ? sort.order : undefined
  const Arrow = own === 'asc' ? ArrowUp : ArrowDown
  const next = own === undefined ? (isUpwardsFirst(column) ? 'asc' : 'desc') : own === 'asc' ? 'desc' : 'asc'
  return (
    <th
      scope="col"
      className={className}
      aria-sort={own === undefined ? undefined : own === 'asc' ? 'ascending' : 'descending'}
    >
      <button type="button" className="sort" onClick={() => onSort({ by: column, order: next })}>
        {children}
        {own && <Arrow className="icon" aria-hidden />}
      </button>
    </th>
  )
}
