import type { Contract, StaleOn } from './contract.ts'
import { CONTRACTS } from './contracts.ts'

const contracts: readonly Contract[] = CONTRACTS

/** The events that invalidate the answers of read operations, by their names in code. */
export const STALE_ON: Readonly<Record<string, StaleOn>> = Object.fromEntries(
  contracts.flatMap(({ reads = {} }) => Object.entries(reads)),
)

/** The resource of each event's record. `guide.viewed` is an exception by its full type: its record is an enrollment. */
const SUBJECTS = new Map(
  contracts.flatMap(({ name, about = name, events = {} }) =>
    Object.keys(events).map((event): [string, string] => [event, about]),
  ),
)

/** The resource of an event's record; undefined for an event that no contract declares. */
export function resourceOfEvent(event: string): string | undefined {
  return event.startsWith('draft.') ? 'drafts' : SUBJECTS.get(event)
}
