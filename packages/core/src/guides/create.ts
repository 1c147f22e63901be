import type { z } from 'zod'
import { applicationOf, nameOf, recordAudit } from '../audit/record.ts'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import { requireMember } from '../people/members/assignee.ts'
import type { Tx } from '../storage/database.ts'
import { type Contents, counted, type GuideRow, overwrite } from './contents.ts'
import type { GuideFields } from './guide.ts'
import { NO_REMINDERS, remindersOf } from './reminders.ts'
import { assigneesIn, requireAssignees } from './step-assignees.ts'
import * as store from './store.ts'
import { unseenOf } from './unseen/unseen.ts'

/** The contents of a new guide without its fields. */
const EMPTY: Contents = {
  title: '',
  description: '',
  completion_message: '',
  asks_effort: true,
  roles: [],
  participants_may_invite: true,
  target_after_days: null,
  target_label: '',
  sections: [],
}

/** Adds a guide with a draft. @throws AppError `validation_error` */
export async function insertDraft(
  tx: Tx,
  context: Context,
  { expires_after_days = null, default_assignee_id = null, ...given }: z.output<typeof GuideFields>,
): Promise<GuideRow> {
  const { workspace_id } = context.caller
  const at = tx.stamp
  await requireMember(tx, workspace_id, { default_assignee_id })
  await requireAssignees(tx, workspace_id, assigneesIn(given.sections ?? []))
  const author = {
    written_by: await nameOf(tx, context.caller),
    written_with: await applicationOf(tx, context.caller),
  }
  const unseen = unseenOf(tx, context, author)
  const version = { ...overwrite(EMPTY, given), ...author, ...unseen, created_at: at, updated_at: at }
  const guide = {
    workspace_id,
    id: newId(),
    status: 'draft' as const,
    ...counted(version),
    published_version_id: null,
    draft_version_id: null,
    has_plan: false,
    expires_after_days,
    ...remindersOf(given, NO_REMINDERS),
    default_assignee_id,
    published_at: null,
    created_at: at,
    updated_at: at,
  }
  await store.insertGuide(tx, guide)
  await recordAudit(tx, context, { action: 'guide.created', subject_id: guide.id, details: { title: guide.title } })
  const draft_version_id = await store.insertVersion(tx, workspace_id, { guide_id: guide.id, ...version })
  await store.updateGuideRow(tx, { ...guide, draft_version_id })
  return { ...guide, draft_version_id }
}
