import type { Contract, StaleOn } from './contract.ts'
import { CONTRACTS } from './contracts.ts'

const contracts: readonly Contract[] = CONTRACTS

/** What makes the answers of read operations stale, by their names in code. */
export const STALE_ON: Readonly<Record<string, StaleOn>> = Object.fromEntries(
  contracts.flatMap(({ reads = {} }) => Object.entries(reads)),
)

/** The resource of each event's record. `guide.viewed` is about an enrollment: only the whole type says so. */
const SUBJECTS = new Map(
  contracts.flatMap(({ name, about = name, events = {} }) =>
    Object.keys(events).map((event): [string, string] => [event, about]),
  ),
)

/** The resource whose record an event is about; undefined of one that no contract declares. */
export function resourceOfEvent(event: string): string | undefined {
  return event.startsWith('draft.') ? 'drafts' : SUBJECTS.get(event)
}
