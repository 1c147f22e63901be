import type { Item } from '../../api/operations.ts'

/** The columns that at least one row fills. */
export interface Columns {
  dates: boolean
  next: boolean
  active: boolean
}

/** Columns that no row fills are left out. */
export function columnsOf(rows: readonly Item<'listCustomers'>[]): Columns {
  return {
    dates: rows.some(({ health, plan }) => health !== 'none' || plan.target_date !== null),
    next: rows.some(({ plan }) => plan.next_step !== null),
    active: rows.some(({ last_activity_at }) => last_activity_at !== null),
  }
}

/** Their number, with those that are always there: customer, health or status, and what is done. */
export function countOf({ dates, next, active }: Columns): number {
  return 3 + (dates ? 2 : 0) + Number(next) + Number(active)
}
