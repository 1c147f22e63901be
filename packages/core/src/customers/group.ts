import { HEALTHS } from '../enrollments/contract.ts'
import type { Sort } from '../records/lists/query.ts'
import { MAX_PLANS_OF_CUSTOMER } from './contract.ts'
import type { PlanOfOrganisation } from './plans.ts'

/** The plans of an organisation that its row covers. */
export interface Covered {
  /** The matching plan that comes first in the order of the list: the row stands at its place. */
  first: PlanOfOrganisation
  matching: readonly PlanOfOrganisation[]
}

type Position = Pick<PlanOfOrganisation, 'id' | 'created_at'>

/** Whether a plan is too old for the row of its organisation: then it is a row of its own. @param plans the newest ones, in any order */
export function isBeyond(plan: Position, plans: readonly PlanOfOrganisation[]): boolean {
  if (plans.length < MAX_PLANS_OF_CUSTOMER) return false
  return plans.every((other) => compareNewest(other, plan) < 0)
}

/** The row of an organisation; undefined if none of its plans matches. */
export function coveredBy(plans: readonly PlanOfOrganisation[], sort: Sort): Covered | undefined {
  const matching = plans.filter(({ matches }) => matches)
  const [first] = matching.toSorted((a, b) => compareIn(sort, a, b))
  return first && { first, matching }
}

/** The worst of some healths. */
export function worstOf(plans: readonly Pick<PlanOfOrganisation, 'health'>[]) {
  return HEALTHS.find((one) => plans.some(({ health }) => health === one)) ?? 'none'
}

/** As lists of enrollments are sorted. */
function compareIn({ by, order }: Sort, a: PlanOfOrganisation, b: PlanOfOrganisation): number {
  const sign = order === 'asc' ? 1 : -1
  if (by === 'health') return sign * (HEALTHS.indexOf(a.health) - HEALTHS.indexOf(b.health)) || compareNewest(a, b)
  if (by === 'target_date') return sign * (compareText(a.target_order, b.target_order) || compareText(a.id, b.id))
  return -sign * compareNewest(a, b)
}

/** Newest first. */
function compareNewest(a: Position, b: Position): number {
  return compareText(b.created_at, a.created_at) || compareText(b.id, a.id)
}

/** By code points, as the databases compare; dates and ids are ASCII. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
