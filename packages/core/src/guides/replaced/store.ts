import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { applicationOf, nameOf } from '../../audit/record.ts'
import { hintDraftChange } from '../../changes/drafts.ts'
import type { Context } from '../../context.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import type { GuideRow } from '../contents.ts'
import { deleteVersion, findVersion, updateGuideRow, updateVersion } from '../store.ts'
import { SEEN } from '../unseen/unseen.ts'

/** Per guide; the oldest are deleted first. */
const MAX_KEPT = 20

/** The replaced drafts of a guide, newest first. */
export function replacedDrafts({ db, tables: { guide_versions: t } }: Reader, workspace_id: string, guide_id: string) {
  const { id, title, updated_at: written_at, replaced_at, replaced_by } = t
  return db
    .select({ id, guide_id: t.guide_id, title, written_at, replaced_at, replaced_by })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.guide_id, guide_id), isNotNull(replaced_at)))
    .orderBy(desc(replaced_at), desc(id))
}

/** A replaced draft, or undefined. */
export async function findReplaced(
  reader: Reader,
  { workspace_id, guide_id, id }: { workspace_id: string; guide_id: string; id: string },
) {
  const version = await findVersion(reader, workspace_id, id)
  const { replaced_at } = version ?? {}
  return version?.guide_id === guide_id && typeof replaced_at === 'string' ? { ...version, replaced_at } : undefined
}

/** Keeps the draft of a guide, whose row the caller writes, among the replaced drafts. */
export async function keepReplaced(tx: Tx, { caller }: Context, guide: GuideRow): Promise<void> {
  const { workspace_id, id: guide_id, draft_version_id: id } = guide
  if (id === null) return
  guide.draft_version_id = null
  await hintDraftChange(tx, workspace_id, guide_id, 'saved')
  // A draft with the contents of a version need not be kept.
  if ((await findVersion(tx, workspace_id, id))?.copy_of) return deleteVersion(tx, workspace_id, id)
  await updateVersion(tx, workspace_id, id, { replaced_at: tx.stamp, replaced_by: await nameOf(tx, caller) })
  const unchanged = await replacedDrafts(tx, workspace_id, guide_id)
  for (const old of unchanged.slice(MAX_KEPT)) await deleteVersion(tx, workspace_id, old.id)
}

/** Restores a replaced draft in place of the current draft. */
export async function takeOver(tx: Tx, context: Context, guide: GuideRow, id: string): Promise<void> {
  await keepReplaced(tx, context, guide)
  const { workspace_id, id: guide_id } = guide
  const author = {
    written_by: await nameOf(tx, context.caller),
    written_with: await applicationOf(tx, context.caller),
  }
  const taken = { replaced_at: null, replaced_by: null, ...author, ...SEEN, updated_at: tx.stamp }
  await updateVersion(tx, workspace_id, id, taken)
  guide.draft_version_id = id
  await updateGuideRow(tx, guide)
  await hintDraftChange(tx, workspace_id, guide_id, 'saved')
}
