import { applicationOf, nameOf, recordAudit } from '../audit/record.ts'
import type { Context } from '../context.ts'
import { validationError } from '../errors.ts'
import type { Tx } from '../storage/database.ts'
import { emitEvent } from '../webhooks/events/emit.ts'
import { noteUsesPlans } from '../workspaces/store.ts'
import { baseVersion, counted, type GuideRow, summaryOf } from './contents.ts'
import { hasPlan } from './has-plan.ts'
import { publishable } from './publication.ts'
import * as store from './store.ts'
import { SEEN } from './unseen/unseen.ts'

/**
 * Publishes the draft of a guide, which is locked, and changes its row.
 * @returns the id of the version
 * @throws AppError `validation_error` for a draft that cannot be published
 */
export async function publishDraft(tx: Tx, context: Context, guide: GuideRow): Promise<string> {
  const { workspace_id } = context.caller
  const at = tx.stamp
  const version = await baseVersion(tx, guide)
  // A version that was published before is published again as it is.
  if (guide.draft_version_id) {
    const { sections, problems } = publishable(version.sections)
    if (problems) throw validationError(problems)
    if (hasPlan(version)) await noteUsesPlans(tx, workspace_id)
    await store.updateVersion(tx, workspace_id, version.id, {
      sections,
      published_at: at,
      number: await store.nextNumber(tx, workspace_id, guide.id),
      published_by: await nameOf(tx, context.caller),
      published_with: await applicationOf(tx, context.caller),
      ...SEEN,
    })
  }
  Object.assign(guide, counted(version), {
    status: 'published',
    published_version_id: version.id,
    has_plan: hasPlan(version),
    draft_version_id: null,
    published_at: at,
    updated_at: at,
  })
  await store.updateGuideRow(tx, guide)
  await recordAudit(tx, context, { action: 'guide.published', subject_id: guide.id, details: { title: guide.title } })
  await emitEvent(tx, {
    workspace_id,
    type: 'guide.published',
    data: { ...summaryOf(guide), name: guide.title },
    at,
  })
  return version.id
}
