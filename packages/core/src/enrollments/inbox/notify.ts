import type { Context } from '../../context.ts'
import { newId } from '../../ids.ts'
import { personOf } from '../../people/members/assignee.ts'
import type { Tx } from '../../storage/database.ts'
import { findWorkspace } from '../../workspaces/store.ts'
import { respondersOf } from '../assignee/responders.ts'
import type { EnrollmentRow } from '../store.ts'
import { type InboxRow, insertItems } from './store.ts'

/** Maximum length of the text of an item; the page that it opens has the rest. */
const MAX_TEXT = 300

interface NewItem
  extends Pick<InboxRow, 'kind' | 'actor_name'>,
    Partial<Pick<InboxRow, 'actor_with' | 'step_id' | 'subject_id' | 'text'>> {
  /** The members whom it concerns; by default those who look after the enrollment. */
  to?: readonly string[]
}

/**
 * Adds an item to the inbox of each member whom it concerns, except for the one who acts, if somebody does. In a workspace without plans, which shows no
 * inbox, only mentions are added.
 */
export async function notifyInbox(
  tx: Tx,
  context: Pick<Context, 'caller'> | undefined,
  enrollment: EnrollmentRow,
  { to, actor_with = null, step_id = null, subject_id = null, text = '', ...item }: NewItem,
): Promise<void> {
  const { workspace_id, id: enrollment_id } = enrollment
  if (to === undefined && !(await findWorkspace(tx, workspace_id))?.uses_plans) return
  const concerned = to ?? (await respondersOf(tx, enrollment)).map(({ id }) => id)
  const acting = context && (await personOf(tx, context.caller))
  const at = tx.stamp
  const rows = [...new Set(concerned)].filter((user_id) => user_id !== acting)
  await insertItems(
    tx,
    rows.map((user_id) => ({
      workspace_id,
      id: newId(),
      user_id,
      enrollment_id,
      actor_with,
      step_id,
      subject_id,
      text: text.slice(0, MAX_TEXT),
      ...item,
      read_at: null,
      created_at: at,
      updated_at: at,
    })),
  )
}
