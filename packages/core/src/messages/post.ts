import type { Context } from '../context.ts'
import { recordEnrollmentEvent } from '../enrollments/events.ts'
import type { EnrollmentRow } from '../enrollments/store.ts'
import { newId } from '../ids.ts'
import { shapeOf } from '../operation/shape.ts'
import type { Tx } from '../storage/database.ts'
import { OwnMessage } from './message.ts'
import { insertMessage, type MessageRow } from './store.ts'

type Written = Pick<MessageRow, 'step_id' | 'kind' | 'reason' | 'user_id' | 'author_name' | 'body' | 'read_at'>

/** Adds a message to the thread of an enrollment, and tells of it. */
export async function postMessage(
  tx: Tx,
  context: Context,
  enrollment: EnrollmentRow,
  written: Written,
): Promise<MessageRow> {
  const at = tx.stamp
  const { workspace_id, id: enrollment_id } = enrollment
  const message = { workspace_id, id: newId(), enrollment_id, ...written, created_at: at, updated_at: at }
  await insertMessage(tx, message)
  await recordEnrollmentEvent(tx, context, 'message.created', enrollment, at, { message: shapeOf(OwnMessage)(message) })
  return message
}
