import { and, asc, eq, gte } from 'drizzle-orm'
import type { DraftChange } from '../guides/contract.ts'
import type { Reader, Store, Tx } from '../storage/database.ts'
import { deleteSome } from '../storage/steps/delete-some.ts'
import { inSteps } from '../storage/steps/steps.ts'
import { hintAt } from './channel.ts'

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
export async function draftChangesSince(
  { db, tables: { draft_changes: t } }: Reader,
  { workspace_id, since, limit }: { workspace_id: string; since: string; limit: number },
) {
  const rows = await db
    .select({ guide_id: t.guide_id, kind: t.kind, changed_at: t.changed_at })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), gte(t.changed_at, since)))
    .orderBy(asc(t.changed_at), asc(t.guide_id))
    .limit(limit)
  return rows.map(({ guide_id, kind, changed_at }) => ({
    id: `draft_${guide_id}_${kind}_${changed_at}`,
    event: `draft.${kind}`,
    subject_id: guide_id,
  }))
}

/** Deletes old changes of drafts. */
export async function forgetOldDraftChanges(store: Pick<Store, 'write'>, oldest: string): Promise<void> {
  await inSteps(store, (tx, rows) => deleteSome(tx, 'draft_changes', [['changed_at', '<', oldest]], rows))
}
