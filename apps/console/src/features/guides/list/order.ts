import type { Item } from '../../../api/operations.ts'

/** A guide of the list with its figures: null if nobody has finished it, undefined while they are loading. */
export type ShownGuide = Item<'listAllGuides'> & {
  /** The share of enrollments that are completed, from 0 to 1. */
  share: number | null
  median_days: number | null | undefined
  effort: number | null | undefined
}

export const COLUMNS = ['title', 'state', 'on_their_way', 'completed', 'median_days', 'effort', 'changed'] as const
export type Column = (typeof COLUMNS)[number]

const STATES = ['published', 'draft', 'archived']

/** The value that a column is sorted by. Rows without one come last in both directions. */
const VALUES: Readonly<Record<Column, (guide: ShownGuide) => string | number | null | undefined>> = {
  title: ({ title }) => title,
  state: ({ status }) => STATES.indexOf(status),
  on_their_way: ({ share, in_progress }) => (share === null ? null : in_progress),
  completed: ({ share }) => share,
  median_days: ({ median_days }) => median_days,
  effort: ({ effort }) => effort,
  changed: ({ changed_at }) => changed_at,
}

/** Columns in ascending order by default. The others show their greatest value first. */
const UPWARDS: readonly Column[] = ['title', 'state', 'effort']

export interface Order {
  column: Column
  reversed: boolean
}

/** The order from the address: a column, with `-` before it if it is reversed. */
export function orderOf(sort: string | undefined): Order {
  const name = sort?.replace(/^-/, '')
  const column = COLUMNS.find((one) => one === name)
  return column ? { column, reversed: sort !== name } : { column: 'changed', reversed: false }
}

/** The order for the address; undefined for the default one. */
export function sortOf({ column, reversed }: Order): string | undefined {
  if (reversed) return `-${column}`
  return column === 'changed' ? undefined : column
}

export function isUpwards({ column, reversed }: Order): boolean {
  return UPWARDS.includes(column) !== reversed
}

export function ordered(guides: readonly ShownGuide[], order: Order, language: string): ShownGuide[] {
  const value = VALUES[order.column]
  const direction = isUpwards(order) ? 1 : -1
  return guides.toSorted((one, other) => {
    const [a, b] = [value(one) ?? null, value(other) ?? null]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    if (typeof a === 'number' && typeof b === 'number') return direction * (a - b)
    return direction * String(a).localeCompare(String(b), language, { numeric: true })
  })
}
