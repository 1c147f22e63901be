import { ENROLLMENT_STATUSES } from '@handrail/core/contract'
import type { Input } from '../../api/operations.ts'
import { type ListSort, sortFrom } from '../../components/list/sort.ts'
import type { Search } from '../../workspace/link.tsx'
import { dateFiltersIn } from '../enrollments/dates/date-filters.ts'

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
  participant: undefined,
  assignee: undefined,
  health: undefined,
  target_after: undefined,
  target_before: undefined,
  view: undefined,
}

/** The worst come first, unless the address says otherwise. */
export function orderIn({ sort }: Search): CustomerSort {
  return sort ? sortFrom(sort, CUSTOMER_ORDERS) : { by: 'health', order: 'asc' }
}

/** The order for the address; undefined for the worst first. */
export function orderText({ by, order }: CustomerSort): string | undefined {
  if (order === 'desc') return `-${by}`
  return by === 'health' ? undefined : by
}

/** The filters of the list of customers, from those in the address. */
export function filtersIn(search: Search): Omit<Input<'listCustomers'>, 'cursor' | 'per_page' | 'sort' | 'order'> {
  const { query, status, guide, organisation, participant, assignee } = search
  const known = ENROLLMENT_STATUSES.find((one) => one === status)
  return {
    ...(query && { query }),
    ...(known && { status: known }),
    ...(status === STUCK && { stalled: true }),
    ...(guide && { guide_id: guide }),
    ...(organisation && { organisation_id: organisation }),
    ...(participant && { participant_contact_id: participant }),
    ...(assignee && { assignee_id: assignee }),
    ...dateFiltersIn(search),
  }
}
