import { resourceOfEvent, STALE_ON, type StaleOn } from '@handrail/core/contract'
import type { Change, Told } from './stream/changes.ts'

const staleOn = new Map<unknown, StaleOn>(Object.entries(STALE_ON))

/** Which answers that were given may differ now, by the keys under which they are kept: the workspace, the operation, its input. */
export function isStaleAfter(told: readonly Told[]): (key: readonly unknown[]) => boolean {
  const changes = changesIn(told)
  const isUnknown =
    told.some(({ complete }) => !complete) || changes.some(({ event }) => resourceOfEvent(event) === undefined)
  return ([, name, input, use]) => {
    // What is being written is not replaced under the hands of whoever writes.
    if (use === 'tagged') return false
    return isUnknown || changes.some((change) => makesStale(change, name, input))
  }
}

/** Which answers are about a record that is there, or there again, by their keys. */
export function isThereAfter(told: readonly Told[]): (key: readonly unknown[]) => boolean {
  const alive = changesIn(told).filter(({ event }) => !event.endsWith('.deleted'))
  return ([, name, input]) =>
    alive.some(
      (change) => change.subject_id !== null && howStale(change, name) === 'same' && change.subject_id === idOf(input),
    )
}

/** Who writes where is heard by the editor alone. */
function changesIn(told: readonly Told[]): Change[] {
  return told.flatMap(({ changes }) => changes).filter(({ event }) => event !== 'draft.visited')
}

function makesStale(change: Change, name: unknown, input: unknown): boolean {
  const how = howStale(change, name)
  if (how !== 'same') return how === 'any'
  return change.subject_id === null || change.subject_id === idOf(input)
}

function howStale({ event }: Change, name: unknown): 'any' | 'same' | undefined {
  return staleOn.get(name)?.[resourceOfEvent(event) ?? '']
}

function idOf(input: unknown): unknown {
  return typeof input === 'object' && input !== null && 'id' in input ? input.id : undefined
}
