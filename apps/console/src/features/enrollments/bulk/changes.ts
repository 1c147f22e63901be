import type { LeftReason } from '@handrail/core/contract'
import { call } from '../../../api/call.ts'
import { partsOf } from '../../../api/id-chunks.ts'
import type { Input, Item } from '../../../api/operations.ts'

export type Change = Input<'changeEnrollments'>['change']
export type Action = Change['action']

type Changeable = Pick<Item<'listEnrollments'>, 'status' | 'expires_at'>

/** The actions in the order of their buttons. */
export const ACTIONS = ['remind', 'extend', 'assign', 'expire', 'reopen'] as const satisfies readonly Action[]

const isOpen = ({ status }: Changeable) => status === 'invited' || status === 'in_progress'

/** Whether an action can change an enrollment, as far as its row tells. */
export function applies(action: Action, enrollment: Changeable): boolean {
  switch (action) {
    case 'remind':
    case 'expire':
      return isOpen(enrollment)
    case 'extend':
      return isOpen(enrollment) && enrollment.expires_at !== null
    case 'reopen':
      return enrollment.status === 'expired'
    case 'assign':
      return true
  }
}

/** The result of a change of many enrollments. */
export interface Outcome {
  changed: number
  left: Map<LeftReason, number>
  /** The end of the quiet hours until which reminders wait. */
  held_until: string | null
}

/** Changes enrollments, in as many calls as it takes. @param progress called with the number of those that are done */
export async function changeAll(
  ids: readonly string[],
  change: Change,
  { workspace, progress }: { workspace: string | undefined; progress(done: number): void },
): Promise<Outcome> {
  const outcome: Outcome = { changed: 0, left: new Map(), held_until: null }
  let done = 0
  for (const part of partsOf(ids)) {
    progress(done)
    const { data } = (await call('changeEnrollments', { ids: part, change }, { workspace })).value
    outcome.changed += data.changed.length
    outcome.held_until ??= data.held_until
    for (const { reason } of data.left) outcome.left.set(reason, (outcome.left.get(reason) ?? 0) + 1)
    done += part.length
  }
  return outcome
}
