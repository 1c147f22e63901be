import { ENROLLMENT_STATUSES, HEALTHS } from '@handrail/core/contract'
import type { Input } from '../../api/operations.ts'
import { type ListSort, sortFrom } from '../../components/list/sort.ts'
import type { Search } from '../../workspace/link.tsx'

export type Health = (typeof HEALTHS)[number]

/** The columns that customers can be sorted by, beside the time of creation. */
export const CUSTOMER_ORDERS = ['health', 'target_date'] as const
export type CustomerSort = ListSort<(typeof CUSTOMER_ORDERS)[number]>

/** In the address, being stuck is a status. */
export const STUCK = 'stuck'

/** The filters in the address, without which the list is whole. */
export const NOTHING_CHOSEN = {
  query: undefined,
  status: undefined,
  guide: undefined,
  organisation: undefined,
  assignee: undefined,
  health: undefined,
  target_after: undefined,
  target_before: undefined,
  view: undefined,
}

const DATE = /^\d{4}-\d{2}-\d{2}$/

/** The worst come first, unless the address says otherwise. */
export function orderIn({ sort }: Search): CustomerSort {
  return sort ? sortFrom(sort, CUSTOMER_ORDERS) : { by: 'health', order: 'asc' }
}

/** The order for the address; undefined for the worst first. */
export function orderText({ by, order }: CustomerSort): string | undefined {
  if (order === 'desc') return `-${by}`
  return by === 'health' ? undefined : by
}

/** The healths in the address that there are, in their order. */
export function healthsIn({ health = '' }: Search): Health[] {
  const given = health.split(',')
  return HEALTHS.filter((one) => given.includes(one))
}

/** The filters of the list of customers, from those in the address. */
export function filtersIn(search: Search): Omit<Input<'listCustomers'>, 'cursor' | 'per_page' | 'sort' | 'order'> {
  const { query, status, guide, organisation, assignee, target_after = '', target_before = '' } = search
  const known = ENROLLMENT_STATUSES.find((one) => one === status)
  const healths = healthsIn(search)
  return {
    ...(query && { query }),
    ...(known && { status: known }),
    ...(status === STUCK && { stalled: true }),
    ...(guide && { guide_id: guide }),
    ...(organisation && { organisation_id: organisation }),
    ...(assignee && { assignee_id: assignee }),
    ...(healths.length > 0 && { health: healths.join() }),
    ...(DATE.test(target_after) && { target_after }),
    ...(DATE.test(target_before) && { target_before }),
  }
}
