import type { EnrollmentRow } from '../../enrollments/store.ts'
import { deleteDraft, itemsOf, storeDraft } from '../../player/draft-store.ts'
import { draftsOf } from '../../player/store.ts'
import type { Tx } from '../../storage/database.ts'
import type { StoredSection } from '../../storage/tables/guides.ts'

/** Maps the indexes of checked items to the new version; removed items are dropped. */
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
    const places = placesOf(before, items)
    const carried = ticks.map((key) => places[key] ?? -1).filter((key) => key >= 0)
    carried.sort((a, b) => a - b)
    const key = { workspace_id, enrollment_id, step_id }
    await (carried.length > 0 ? storeDraft(tx, key, { ...draft, ticks: carried }) : deleteDraft(tx, key))
  }
}

/**
 * The index of each item in the new version, or -1: by its text, else by its name alone, whose explanation may have
 * changed. Of several items that are alike, the first is the first.
 */
function placesOf(before: readonly string[], items: readonly string[]): number[] {
  const places = before.map(() => -1)
  const free = new Set(items.keys())
  for (const like of [(item: string) => item, nameOf])
    for (const [key, item] of before.entries()) {
      if (places[key] !== -1) continue
      const place = [...free].find((index) => like(items[index] ?? '') === like(item))
      if (place === undefined) continue
      places[key] = place
      free.delete(place)
    }
  return places
}

/** The first line of an item, as it is compared: without case and repeated spaces. */
function nameOf(item: string): string {
  return (item.split('\n')[0] ?? '').trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

function stepOf(sections: readonly StoredSection[], id: string) {
  return sections.flatMap(({ steps }) => steps).find((step) => step.id === id)
}
