import { and, eq, sql } from 'drizzle-orm'
import type { PersonId } from '../enrollments/participants/person.ts'
import { upsertRow } from '../records/rows.ts'
import { preparedRows, preparedSend, type Reader, type Tx } from '../storage/database.ts'
import type { StoredDraft } from '../storage/tables/enrollments.ts'
import type { StoredStep } from '../storage/tables/guides.ts'
import type { Tables } from '../storage/tables/tables.ts'
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
  const name = person === null ? 'step_drafts' : 'participant_drafts'
  const [row] = await preparedRows(
    reader,
    `${name}.at`,
    ({ tables }) => ({ content: tables[name].content }),
    ({ db, tables }, columns) => db.select(columns).from(tables[name]).where(at(tables, name)),
    { ...key, person },
  )
  return row?.content ?? {}
}

/** @param person whose it is; null for ticks, and for the primary contact */
export async function storeDraft(tx: Tx, key: Place, content: StoredDraft, person: PersonId = null): Promise<void> {
  const draft = { ...key, content, created_at: tx.stamp, updated_at: tx.stamp }
  if (person === null)
    await upsertRow(tx, 'step_drafts', draft, {
      key: ['workspace_id', 'enrollment_id', 'step_id'],
      updated: ['content', 'updated_at'],
    })
  else
    await upsertRow(
      tx,
      'participant_drafts',
      { ...draft, participant_id: person },
      { key: ['workspace_id', 'enrollment_id', 'participant_id', 'step_id'], updated: ['content', 'updated_at'] },
    )
}

/** @param person whose it is; null for ticks, and for the primary contact */
export async function deleteDraft(tx: Tx, key: Place, person: PersonId = null): Promise<void> {
  const name = person === null ? 'step_drafts' : 'participant_drafts'
  preparedSend(tx, `${name}.delete`, ({ db, tables }) => db.delete(tables[name]).where(at(tables, name)), {
    ...key,
    person,
  })
}

function at(tables: Tables, name: 'step_drafts' | 'participant_drafts') {
  const { workspace_id, enrollment_id, step_id } = tables[name]
  return and(
    eq(workspace_id, sql.placeholder('workspace_id')),
    eq(enrollment_id, sql.placeholder('enrollment_id')),
    eq(step_id, sql.placeholder('step_id')),
    name === 'participant_drafts' ? eq(tables[name].participant_id, sql.placeholder('person')) : undefined,
  )
}
