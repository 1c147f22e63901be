import { and, eq } from 'drizzle-orm'
import type { PersonId } from '../enrollments/participants/person.ts'
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

// The ticks of a checklist are shared by all persons of an enrollment, and are in `step_drafts` with the drafts of the primary
// contact. Other drafts are each person's own.

/** A draft. @param person whose it is; null for ticks, and for the primary contact */
export async function draftOf(reader: Reader, key: Place, person: PersonId = null): Promise<StoredDraft> {
  const { step_drafts: shared, participant_drafts: own } = reader.tables
  const rows =
    person === null
      ? await reader.db.select({ content: shared.content }).from(shared).where(at(shared, key))
      : await reader.db
          .select({ content: own.content })
          .from(own)
          .where(ownAt(reader, key, person))
  return rows[0]?.content ?? {}
}

/** @param person whose it is; null for ticks, and for the primary contact */
export async function storeDraft(tx: Tx, key: Place, content: StoredDraft, person: PersonId = null): Promise<void> {
  const { step_drafts: shared, participant_drafts: own } = tx.tables
  const draft = { ...key, content, created_at: tx.stamp, updated_at: tx.stamp }
  const set = { content, updated_at: tx.stamp }
  if (person === null)
    await tx.db
      .insert(shared)
      .values(draft)
      .onConflictDoUpdate({ target: [shared.workspace_id, shared.enrollment_id, shared.step_id], set })
  else
    await tx.db
      .insert(own)
      .values({ ...draft, participant_id: person })
      .onConflictDoUpdate({
        target: [own.workspace_id, own.enrollment_id, own.participant_id, own.step_id],
        set,
      })
}

/** @param person whose it is; null for ticks, and for the primary contact */
export async function deleteDraft(tx: Tx, key: Place, person: PersonId = null): Promise<void> {
  const { step_drafts: shared, participant_drafts: own } = tx.tables
  if (person === null) await tx.db.delete(shared).where(at(shared, key))
  else await tx.db.delete(own).where(ownAt(tx, key, person))
}

function ownAt({ tables: { participant_drafts: own } }: Reader, key: Place, person: string) {
  return and(at(own, key), eq(own.participant_id, person))
}

function at(
  drafts: Reader['tables']['step_drafts' | 'participant_drafts'],
  { workspace_id, enrollment_id, step_id }: Place,
) {
  return and(
    eq(drafts.workspace_id, workspace_id),
    eq(drafts.enrollment_id, enrollment_id),
    eq(drafts.step_id, step_id),
  )
}
