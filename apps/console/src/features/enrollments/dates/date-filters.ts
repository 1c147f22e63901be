import { HEALTHS } from '@handrail/core/contract'
import type { Search } from '../../../workspace/link.tsx'

export type Health = (typeof HEALTHS)[number]

const DATE = /^\d{4}-\d{2}-\d{2}$/

/** The healths in the address that there are, in their order. */
export function healthsIn({ health = '' }: Search): Health[] {
  const given = health.split(',')
  return HEALTHS.filter((one) => given.includes(one))
}

/** The filters by dates in the address, for a list of enrollments or customers. */
export function dateFiltersIn(search: Search) {
  const { target_after = '', target_before = '' } = search
  const healths = healthsIn(search)
  return {
    ...(healths.length > 0 && { health: healths.join() }),
    ...(DATE.test(target_after) && { target_after }),
    ...(DATE.test(target_before) && { target_before }),
  }
}
