import { isSame } from '../../records/changes.ts'
import type { Tx } from '../../storage/database.ts'
import type { StoredSection } from '../../storage/tables/guides.ts'
import type { EnrollmentRow } from '../store.ts'
import { closedSteps } from './closed.ts'
import { closedSections, hasGates } from './closed-sections.ts'
import { recordOpening } from './opening-event.ts'
import type { Gates } from './read-gates.ts'
import { CLOSED, type Opening, type OpeningDay } from './section-row.ts'
import { putSection } from './store.ts'

interface Opens {
  /** Of sections that open on a date, by id, where it is known. */
  days: ReadonlyMap<string, OpeningDay>
  /** Whether sections can open: not in an expired enrollment, nor for a deleted contact. */
  canOpen: boolean
}

/**
 * Opens the sections of a locked enrollment for which the steps before are done, or whose date has come, with an event each. It stays
 * recorded, so that no reopened step and no other date closes them again.
 * @returns the steps of the sections that are closed then
 */
export async function openSections(
  tx: Tx,
  enrollment: EnrollmentRow,
  { sections, settled, openings: before }: Gates,
  { days, canOpen }: Opens,
): Promise<ReadonlySet<string>> {
  if (!hasGates(sections)) return new Set()
  const openings = new Map(before)
  for (const { id, opens = 'at_once' } of sections) {
    const opening = before.get(id) ?? CLOSED
    if (opens === 'at_once' || opening.opened_at !== null) continue
    const { opens_on = null, opens_at = null } = (typeof opens === 'object' && days.get(id)) || {}
    // Nothing is due while it cannot open.
    openings.set(id, { ...opening, opens_on, opens_at: canOpen ? opens_at : null })
  }
  const closed = closedSections({ sections, settled, openings, now: tx.time })
  const opened: StoredSection[] = []
  const key = { workspace_id: enrollment.workspace_id, enrollment_id: enrollment.id }
  for (const section of sections) {
    const { id } = section
    const opening = openings.get(id)
    if (!opening) continue
    const isOpening = canOpen && opening.opened_at === null && !closed.has(id)
    if (isOpening) opened.push(section)
    const after = isOpening ? { ...opening, opened_at: openedAt(opening, enrollment, tx.stamp) } : opening
    if (!isSame(after, before.get(id) ?? CLOSED)) await putSection(tx, key, id, after)
  }
  for (const section of opened)
    await recordOpening(tx, enrollment, section, typeof section.opens === 'object' ? 'date' : 'steps')
  return closedSteps(sections, closed)
}

/** When a section opened: at the beginning of its day, also if that is noticed later. */
function openedAt({ opens_at }: Opening, { created_at }: EnrollmentRow, at: string): string {
  if (opens_at === null) return at
  return opens_at < created_at ? created_at : opens_at
}
