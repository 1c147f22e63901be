import type { ViewList } from '@handrail/core/contract'
import type { Item } from '../../api/operations.ts'
import type { Search } from '../../workspace/link.tsx'

type View = Item<'listViews'>
type Saved = Pick<View, 'filters' | 'sort' | 'order'>

/** The parameter of the address that names the open view. */
export const VIEW = 'view'

/** Those of lists with dates. */
const DATED = { health: 'health', target_after: 'target_after', target_before: 'target_before' }

/** The parameters of the address by the parameters of the list. */
const NAMES: Readonly<Record<ViewList, Readonly<Record<string, string>>>> = {
  contacts: {
    query: 'query',
    guide_id: 'guide',
    enrollment_status: 'status',
    organisation_id: 'organisation',
  },
  organisations: { name: 'name' },
  enrollments: {
    query: 'query',
    guide_id: 'guide',
    organisation_id: 'organisation',
    assignee_id: 'assignee',
    status: 'status',
    ...DATED,
  },
  customers: {
    query: 'query',
    guide_id: 'guide',
    organisation_id: 'organisation',
    participant_contact_id: 'participant',
    assignee_id: 'assignee',
    status: 'status',
    ...DATED,
  },
}

/** The lists whose address has being stuck as a status. */
const WITH_STUCK: readonly ViewList[] = ['enrollments', 'customers']

/** In the address, being stuck is a status. */
const STUCK = 'stuck'

/** The address of a view, below the workspace. */
export function addressOf({ id, list, filters, sort, order }: View): { to: string; search: Search } {
  const names = NAMES[list]
  const found = Object.entries(filters).flatMap(([name, value]) => {
    const parameter = names[name]
    return parameter === undefined ? [] : [[parameter, String(value)] as const]
  })
  const search: Search = { ...Object.fromEntries(found), [VIEW]: id }
  if (WITH_STUCK.includes(list) && filters.stalled === true) search.status = STUCK
  const by = sort ?? (order === null ? undefined : 'created_at')
  if (by !== undefined) search.sort = order === 'desc' ? `-${by}` : by
  return { to: `/${list}`, search }
}

/** The filters and the order of an address, for a view. */
export function savedFrom(list: ViewList, { sort, ...search }: Search): Saved {
  const isStuck = WITH_STUCK.includes(list) && search.status === STUCK
  const filters: Saved['filters'] = isStuck ? { stalled: true } : {}
  for (const [name, parameter] of Object.entries(NAMES[list])) {
    const value = search[parameter]
    if (value && !(isStuck && name === 'status')) filters[name] = value
  }
  if (!sort) return { filters, sort: null, order: null }
  return { filters, sort: sort.replace(/^-/, ''), order: sort.startsWith('-') ? 'desc' : 'asc' }
}

/** Whether an address shows what a view has saved, in any order of its parameters. */
export function isSame(one: Saved, other: Saved): boolean {
  return textOf(one) === textOf(other)
}

function textOf({ filters, sort, order }: Saved): string {
  const sorted = Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1))
  // Newest first is the order of a list without one.
  const isNewestFirst = (sort ?? 'created_at') === 'created_at' && (order ?? 'desc') === 'desc'
  return JSON.stringify([sorted, isNewestFirst ? null : [sort, order ?? 'asc']])
}

/** Views in the order of the navigation: shared ones first. */
export function inOrder(views: readonly View[]): View[] {
  return views.toSorted(
    (one, other) =>
      Number(other.is_shared) - Number(one.is_shared) || one.position - other.position || (one.id < other.id ? -1 : 1),
  )
}
