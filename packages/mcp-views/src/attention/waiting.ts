import type { OutputOf, operations } from '@handrail/core'

export type Attention = OutputOf<typeof operations.listWaiting>
export type Waiting = Attention['data'][number]
type Kind = Waiting['reasons'][number]['kind']

export const GROUPS = ['all', 'late', 'at_risk', 'ours'] as const
export type Group = (typeof GROUPS)[number]

/** What the team has to do, and not the customer. */
const OURS: ReadonlySet<Kind> = new Set(['question', 'review', 'link_request'])
/** What a reminder helps against. */
const REMINDABLE: ReadonlySet<Kind> = new Set(['late', 'at_risk', 'stalled', 'not_started'])

export function isIn(group: Group, { reasons }: Waiting): boolean {
  if (group === 'all') return true
  return reasons.some(({ kind }) => (group === 'ours' ? OURS.has(kind) : kind === group))
}

/** The most useful thing to do about it here; the rest is done in the console. */
export function actOf({ reasons, next_step }: Waiting): 'answer' | 'remind' | 'done' | 'open' {
  const kind = reasons[0]?.kind
  if (kind === 'question') return 'answer'
  if (kind === undefined || !REMINDABLE.has(kind)) return 'open'
  // A step of our own is no reason to write to the customer.
  if (next_step?.is_ours) return next_step.id === null ? 'open' : 'done'
  return 'remind'
}

/** Whether there are more than were asked for. */
export function hasMore({ data, counts }: Attention): boolean {
  const listed = (kind: Kind) => data.filter(({ reasons }) => reasons.some((reason) => reason.kind === kind)).length
  return (Object.keys(counts) as Kind[]).some((kind) => counts[kind] > listed(kind))
}
