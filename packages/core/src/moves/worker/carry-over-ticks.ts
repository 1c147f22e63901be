import type { EnrollmentRow } from '../../enrollments/store.ts'
import { deleteDraft, itemsOf, storeDraft } from '../../player/draft-store.ts'
import { draftsOf } from '../../player/store.ts'
import type { Tx } from '../../storage/database.ts'
import type { StoredSection } from '../../storage/tables/guides.ts'

/** Maps the indexes of checked items to the new version by their texts; removed items are dropped. */
export async function carryOverTicks(
  tx: Tx,
  { workspace_id, id: enrollment_id }: EnrollmentRow,
  from: readonly StoredSection[],
  to: readonly StoredSection[],
): Promise<void> {
  const drafts = await draftsOf(tx, workspace_id, enrollment_id)
  for (const [step_id, { ticks, ...draft }] of Object.entries(drafts)) {
    const step = stepOf(to, step_id)
    if (ticks === undefined || !step) continue
    const before = itemsOf(stepOf(from, step_id) ?? step)
    const items = itemsOf(step)
    if (before.length === items.length && before.every((item, key) => item === items[key])) continue
    const carried = ticks.map((key) => items.indexOf(before[key] ?? '')).filter((key) => key >= 0)
    const key = { workspace_id, enrollment_id, step_id }
    await (carried.length > 0 ? storeDraft(tx, key, { ...draft, ticks: carried }) : deleteDraft(tx, key))
  }
}

function stepOf(sections: readonly StoredSection[], id: string) {
  return sections.flatMap(({ steps }) => steps).find((step) => step.id === id)
}
