import type { Item } from '../../api/operations.ts'

export type WorkItem = Item<'listWork'>

const GROUPS = ['late', 'today', 'week', 'later', 'undated'] as const
export type WorkGroup = (typeof GROUPS)[number]

const DAY_MS = 86_400_000

/** The days from one date to another, both such as `2026-12-03`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

/** When something is to be done. What came in is for today, however long it has waited. A week ends on Sunday. */
export function groupOf({ kind, due_on }: WorkItem, today: string): WorkGroup {
  if (kind !== 'step') return 'today'
  if (due_on === null) return 'undated'
  const days = daysBetween(today, due_on)
  if (days < 0) return 'late'
  if (days === 0) return 'today'
  const untilSunday = (7 - new Date(`${today}T00:00:00Z`).getUTCDay()) % 7
  return days <= untilSunday ? 'week' : 'later'
}

/** The items by group, in the order of the groups; none without items. */
export function grouped(items: readonly WorkItem[], today: string): { group: WorkGroup; items: WorkItem[] }[] {
  const found = Map.groupBy(items, (item) => groupOf(item, today))
  return GROUPS.flatMap((group) => {
    const own = found.get(group)
    return own ? [{ group, items: own }] : []
  })
}

/** The items by customer, in the order of the first item of each: an organisation, or a person without one. */
export function byCustomer(items: readonly WorkItem[]): { customer: string; items: WorkItem[] }[] {
  const found = Map.groupBy(items, ({ organisation_name, contact_name }) => organisation_name ?? contact_name)
  return [...found].map(([customer, own]) => ({ customer, items: own }))
}

/** What tells items apart. */
export function keyOf({ kind, enrollment_id, step }: WorkItem): string {
  return [kind, enrollment_id, kind === 'step' || kind === 'review' ? step?.id : ''].join(' ')
}
