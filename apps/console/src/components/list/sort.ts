/** The order of a list: by a column, up or down. */
export interface ListSort<C extends string = string> {
  by: C | 'created_at'
  order: 'asc' | 'desc'
}

/** The order without one in the address. */
const NEWEST_FIRST = { by: 'created_at', order: 'desc' } as const

/** The order in the address: a column, with `-` before it for descending. An unknown one is newest first. */
export function sortFrom<C extends string>(text: string | undefined, columns: readonly C[]): ListSort<C> {
  const name = text?.replace(/^-/, '')
  const by = ['created_at' as const, ...columns].find((one) => one === name)
  return by === undefined ? NEWEST_FIRST : { by, order: text === name ? 'asc' : 'desc' }
}

/** The order for the address; undefined for newest first. */
export function sortText({ by, order }: ListSort): string | undefined {
  if (isNewestFirst({ by, order })) return undefined
  return order === 'asc' ? by : `-${by}`
}

/** The order for the list operation, which is newest first by default. */
export function sortInput<C extends string>(sort: ListSort<C>): { sort?: C | 'created_at'; order?: 'asc' | 'desc' } {
  return isNewestFirst(sort) ? {} : { sort: sort.by, order: sort.order }
}

function isNewestFirst({ by, order }: ListSort): boolean {
  return by === NEWEST_FIRST.by && order === NEWEST_FIRST.order
}

/** Columns of texts, and those whose first rows matter most: the worst health, the earliest target. */
const UPWARDS = /^(.*name|domain|guide_title|status|health|target_date)$/

/** Whether the first press on a column sorts upwards: names and what is urgent do, times and numbers begin with the greatest. */
export function isUpwardsFirst(column: string): boolean {
  return UPWARDS.test(column)
}
