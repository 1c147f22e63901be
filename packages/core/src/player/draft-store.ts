import { and, eq } from 'drizzle-orm'
import type { Reader, Tx } from '../storage/database.ts'
import type { StoredDraft } from '../storage/tables/enrollments.ts'
import type { StoredStep } from '../storage/tables/guides.ts'
import type { placeOf } from './visit.ts'

/** The items of a checklist; empty for other steps. */
export function itemsOf({ type, content }: StoredStep): readonly string[] {
  // The content was validated when the guide was saved.
  return type === 'checklist' ? ((content as { items?: string[] }).items ?? []) : []
}

type Place = ReturnType<typeof placeOf>

export async function draftOf(reader: Reader, key: Place): Promise<StoredDraft> {
  const { step_drafts: drafts } = reader.tables
  const rows = await reader.db.select({ content: drafts.content }).from(drafts).where(at(reader, key))
  return rows[0]?.content ?? {}
}

export async function storeDraft(tx: Tx, key: Place, content: StoredDraft): Promise<void> {
  const { step_drafts: drafts } = tx.tables
  await tx.db
    .insert(drafts)
    .values({ ...key, content, created_at: tx.stamp, updated_at: tx.stamp })
    .onConflictDoUpdate({
      target: [drafts.workspace_id, drafts.enrollment_id, drafts.step_id],
      set: { content, updated_at: tx.stamp },
    })
}

export async function deleteDraft(tx: Tx, key: Place): Promise<void> {
  await tx.db.delete(tx.tables.step_drafts).where(at(tx, key))
}

function at({ tables: { step_drafts: drafts } }: Reader, { workspace_id, enrollment_id, step_id }: Place) {
  return and(
    eq(drafts.workspace_id, workspace_id),
    eq(drafts.enrollment_id, enrollment_id),
    eq(drafts.step_id, step_id),
  )
}
