import { resourceOfEvent, STALE_ON, type StaleOn } from '@handrail/core/contract'
import type { Change, ChangeBatch } from './stream/changes.ts'

/** A condition on a query's key, which is the workspace, the operation and its input. */
type KeyPredicate = (key: readonly unknown[]) => boolean

const staleOn = new Map<unknown, StaleOn>(Object.entries(STALE_ON))

/** Matches the queries whose answer may be out of date after these changes. */
export function isStaleAfter(batches: readonly ChangeBatch[]): KeyPredicate {
  const changes = changesIn(batches)
  const isUnknown =
    batches.some(({ complete }) => !complete) || changes.some(({ event }) => resourceOfEvent(event) === undefined)
  return ([, name, input, use]) => {
    // A record that somebody is editing is not replaced while they type.
    if (use === 'editable') return false
    return isUnknown || changes.some((change) => makesStale(change, name, input))
  }
}

/** Matches the queries of records that exist, or exist again, after these changes. */
export function isThereAfter(batches: readonly ChangeBatch[]): KeyPredicate {
  const alive = changesIn(batches).filter(({ event }) => !event.endsWith('.deleted'))
  return ([, name, input]) =>
    alive.some(
      (change) => change.subject_id !== null && staleness(change, name) === 'same' && change.subject_id === idOf(input),
    )
}

/** The changes that queries depend on. Who has a draft open concerns the editor alone, which listens for it itself. */
function changesIn(batches: readonly ChangeBatch[]): Change[] {
  return batches.flatMap(({ changes }) => changes).filter(({ event }) => event !== 'draft.visited')
}

function makesStale(change: Change, name: unknown, input: unknown): boolean {
  const which = staleness(change, name)
  if (which !== 'same') return which === 'any'
  return change.subject_id === null || change.subject_id === idOf(input)
}

function staleness({ event }: Change, name: unknown): 'any' | 'same' | undefined {
  return staleOn.get(name)?.[resourceOfEvent(event) ?? '']
}

function idOf(input: unknown): unknown {
  return typeof input === 'object' && input !== null && 'id' in input ? input.id : undefined
}
