import type { Reader } from '../../storage/database.ts'
import type { StoredSection } from '../../storage/tables/guides.ts'
import type { EnrollmentRow } from '../store.ts'
import { openingsOf } from './closed.ts'
import { closedSections, type GateFacts, hasGates } from './closed-sections.ts'
import type { Opening } from './section-row.ts'

/** Which sections of an enrollment are open, before anything that has just happened is recorded. */
export interface Gates extends GateFacts {
  /** When sections opened that were closed once, by id: also those that open just now because the steps before are done. */
  opened: ReadonlyMap<string, string>
}

/** Reads which sections of an enrollment are open. Costs nothing where every section is open from the beginning. */
export async function readGates(
  reader: Reader,
  enrollment: Pick<EnrollmentRow, 'workspace_id' | 'id'>,
  { sections, settled, now }: { sections: readonly StoredSection[]; settled: ReadonlySet<string>; now: string },
): Promise<Gates> {
  const openings = hasGates(sections) ? await openingsOf(reader, enrollment) : new Map<string, Opening>()
  const facts = { sections, settled, openings, now }
  return { ...facts, opened: openedTimes(facts) }
}

/** When sections opened that were closed once, by id. */
export function openedTimes(facts: GateFacts): Map<string, string> {
  const { sections, openings, now } = facts
  if (!hasGates(sections)) return new Map()
  const closed = closedSections(facts)
  return new Map(
    sections.flatMap(({ id, opens = 'at_once' }) => {
      const opened_at = openings.get(id)?.opened_at
      if (opens === 'at_once') return []
      if (opened_at) return [[id, opened_at] as const]
      // A date of its own decides when a section opens, whenever that is noticed.
      return closed.has(id) || typeof opens === 'object' ? [] : [[id, now] as const]
    }),
  )
}
