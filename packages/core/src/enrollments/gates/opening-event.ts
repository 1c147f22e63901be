import type { Tx } from '../../storage/database.ts'
import type { StoredSection } from '../../storage/tables/guides.ts'
import { emitEvent } from '../../webhooks/events/emit.ts'
import type { OPENED_BY } from '../contract.ts'
import { eventDataOf } from '../events/emit.ts'
import type { EnrollmentRow } from '../store.ts'

/** Records that a section opened. */
export async function recordOpening(
  tx: Tx,
  enrollment: EnrollmentRow,
  { id, title }: StoredSection,
  opened_by: (typeof OPENED_BY)[number],
): Promise<void> {
  const { workspace_id } = enrollment
  const data = { ...(await eventDataOf(tx, enrollment)), section: { id, title, opened_by } }
  await emitEvent(tx, { workspace_id, type: 'section.opened', data, at: tx.stamp })
}
