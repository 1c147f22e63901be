import { recordAudit } from '../audit/record.ts'
import type { Context } from '../context.ts'
import { existing } from '../errors.ts'
import { isSame } from '../records/changes.ts'
import type { Settings } from '../settings.ts'
import type { Tx } from '../storage/database.ts'
import { requestDates } from '../working-calendar/date-requests.ts'
import * as store from './store.ts'

type Changes = { [K in keyof store.WorkspaceRow]?: store.WorkspaceRow[K] | undefined }

/** Writes an update, and records it in the audit log. An update without a difference does neither. */
export async function changeWorkspace(tx: Tx, context: Context, changes: Changes) {
  const before = existing(await store.findWorkspace(tx, context.caller.workspace_id))
  // Omitted fields are absent: zod leaves them out.
  const after: store.WorkspaceRow = Object.assign({ ...before }, changes)
  if (isSame(before, after)) return { data: shownWorkspace(context.settings, before) }
  after.updated_at = context.now()
  await store.updateWorkspaceRow(tx, after)
  if (after.time_zone !== before.time_zone) await requestDates(tx, after.id)
  const details = { changed: Object.keys(changes).join(' ') }
  await recordAudit(tx, context, { action: 'workspace.changed', subject_id: after.id, details })
  return { data: shownWorkspace(context.settings, after) }
}

/** A workspace with the address of its logo. */
export function shownWorkspace({ publicUrl }: Pick<Settings, 'publicUrl'>, workspace: store.WorkspaceRow) {
  const { id, logo } = workspace
  return { ...workspace, logo_url: logo && `${publicUrl}/brand/${id}/${logo}` }
}
