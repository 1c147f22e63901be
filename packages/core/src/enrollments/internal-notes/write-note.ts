import { programOf } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { emailMention } from '../../emails/templates/mention.ts'
import { newId } from '../../ids.ts'
import { authorOf } from '../../messages/author.ts'
import { shapeOf } from '../../operation/shape.ts'
import type { Tx } from '../../storage/database.ts'
import { recordEnrollmentEvent } from '../events/emit.ts'
import { notifyInbox } from '../inbox/notify.ts'
import type { EnrollmentRow } from '../store.ts'
import { type InternalNote, ToldInternalNote } from './internal-note.ts'
import { insertNote } from './store.ts'

type NewNote = Pick<InternalNote, 'step_id' | 'mentions' | 'body'>

/** Adds a note of the caller, and notifies the members whom it mentions. The enrollment is locked. */
export async function writeNote(
  tx: Tx,
  context: Context,
  enrollment: EnrollmentRow,
  { step_id, mentions, body }: NewNote,
): Promise<InternalNote> {
  const at = tx.stamp
  const { user_id, author_name } = await authorOf(tx, context)
  const written_with = await programOf(tx, context.caller)
  const place = { id: newId(), enrollment_id: enrollment.id, step_id, user_id, author_name, written_with }
  const note = { ...place, body, mentions: [...new Set(mentions)], created_at: at, updated_at: at }
  await insertNote(tx, context.caller.workspace_id, note)
  await recordNote(tx, context, 'internal_note.created', { enrollment, note })
  await tellMentioned(tx, context, enrollment, note, note.mentions)
  return note
}

interface Noted {
  enrollment: EnrollmentRow
  note: InternalNote
}

/** Records what happened to a note; the event has its id, not its text. */
export function recordNote(
  tx: Tx,
  context: Context,
  type: 'internal_note.created' | 'internal_note.updated' | 'internal_note.deleted',
  { enrollment, note }: Noted,
): Promise<void> {
  return recordEnrollmentEvent(tx, context, type, enrollment, tx.stamp, {
    internal_note: shapeOf(ToldInternalNote)(note),
  })
}

/** Notifies members whom a note mentions. */
export async function tellMentioned(
  tx: Tx,
  context: Context,
  enrollment: EnrollmentRow,
  { id, step_id, author_name, written_with, body }: InternalNote,
  to: readonly string[],
): Promise<void> {
  if (to.length === 0) return
  await notifyInbox(tx, context, enrollment, {
    kind: 'mention',
    actor_name: author_name,
    actor_with: written_with,
    step_id,
    subject_id: id,
    text: body,
    to,
  })
  await emailMention(tx, context, enrollment, { to, by: author_name, text: body })
}
