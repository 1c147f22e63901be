import type { Tx } from '../../storage/database.ts'
import type { StoredSection } from '../../storage/tables/guides.ts'
import { openingsOf } from '../gates/closed.ts'
import { hasGates } from '../gates/closed-sections.ts'
import { CLOSED } from '../gates/section-row.ts'
import { putSection } from '../gates/store.ts'
import type { EnrollmentRow } from '../store.ts'
import { closedOf } from './closed-of.ts'

/** Records which sections are open, before an enrollment moves to a version in which they would open later: they stay open. */
export async function keepOpen(
  tx: Tx,
  enrollment: EnrollmentRow,
  from: readonly StoredSection[],
  to: readonly StoredSection[],
): Promise<void> {
  if (!hasGates(to)) return
  const closed = await closedOf(tx, enrollment, from, tx.time)
  const openings = await openingsOf(tx, enrollment)
  const before = new Set(from.flatMap(({ id }) => (closed.has(id) ? [] : [id])))
  const { workspace_id, id: enrollment_id, created_at: opened_at } = enrollment
  for (const { id, opens = 'at_once' } of to) {
    const opening = openings.get(id) ?? CLOSED
    if (opens === 'at_once' || !before.has(id) || opening.opened_at !== null) continue
    await putSection(tx, { workspace_id, enrollment_id }, id, { ...opening, opened_at })
  }
}
