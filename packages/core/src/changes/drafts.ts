import { and, asc, eq, gte } from 'drizzle-orm'
import type { DraftChange } from '../guides/contract.ts'
import type { Reader, Store, Tx } from '../storage/database.ts'
import { deleteSome } from '../storage/steps/delete-some.ts'
import { inSteps } from '../storage/steps/steps.ts'
import { hintAt } from './channel.ts'

/** Tells whoever follows the workspace what happened to a draft. It is no event: nobody is sent it. */
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

/** What happened to drafts since, oldest first, as events are told. */
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

/** Forgets what nobody asks for any more. */
export async function forgetOldDraftChanges(store: Pick<Store, 'write'>, oldest: string): Promise<void> {
  await inSteps(store, (tx, rows) => deleteSome(tx, 'draft_changes', [['changed_at', '<', oldest]], rows))
}
