import { and, asc, eq, gte, sql } from 'drizzle-orm'
import type { DraftChange } from '../guides/contract.ts'
import { preparedRows, type Reader, type Store, type Tx } from '../storage/database.ts'
import { deleteSome } from '../storage/steps/delete-some.ts'
import { inSteps } from '../storage/steps/steps.ts'
import { hintAt } from './channel.ts'
import type { ChangeRow, ChangesQuery } from './events.ts'

/** Notifies listeners of the workspace of a change to a draft. It is not an event, so it is not delivered. */
export async function hintDraftChange(
  tx: Tx,
  workspace_id: string,
  guide_id: string,
  kind: DraftChange,
): Promise<void> {
  const { draft_changes: t } = tx.tables
  const changed_at = tx.stamp
  await tx.db
    .insert(t)
    .values({ workspace_id, guide_id, kind, changed_at })
    .onConflictDoUpdate({ target: [t.workspace_id, t.guide_id, t.kind], set: { changed_at } })
  hintAt(tx, workspace_id)
}

/** The changes of drafts since a time, oldest first, in the form of events. */
export async function draftChangesSince(reader: Reader, query: ChangesQuery): Promise<ChangeRow[]> {
  const rows = await preparedRows(
    reader,
    'draft_changes.since',
    ({ tables: { draft_changes: t } }) => ({ guide_id: t.guide_id, kind: t.kind, changed_at: t.changed_at }),
    ({ db, tables: { draft_changes: t } }, columns) =>
      db
        .select(columns)
        .from(t)
        .where(and(eq(t.workspace_id, sql.placeholder('workspace_id')), gte(t.changed_at, sql.placeholder('since'))))
        .orderBy(asc(t.changed_at), asc(t.guide_id))
        .limit(sql.placeholder('limit')),
    { ...query },
  )
  return rows.map(({ guide_id, kind, changed_at }) => ({
    id: `draft_${guide_id}_${kind}_${changed_at}`,
    event: `draft.${kind}`,
    subject_id: guide_id,
    at: changed_at,
  }))
}

/** Deletes old changes of drafts. */
export async function forgetOldDraftChanges(store: Pick<Store, 'write'>, oldest: string): Promise<void> {
  await inSteps(store, (tx, rows) => deleteSome(tx, 'draft_changes', [['changed_at', '<', oldest]], rows))
}
