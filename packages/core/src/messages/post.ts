import type { Context } from '../context.ts'
import { emailAnswer } from '../emails/templates/answer.ts'
import { emailQuestion } from '../emails/templates/assignee.ts'
import { recordEnrollmentEvent } from '../enrollments/events/emit.ts'
import { notifyInbox } from '../enrollments/inbox/notify.ts'
import { ANSWERED_KINDS, markDealtWith } from '../enrollments/inbox/store.ts'
import { findParticipant, type ParticipantRow } from '../enrollments/participants/store.ts'
import { replan } from '../enrollments/plan/replan.ts'
import type { EnrollmentRow } from '../enrollments/store.ts'
import { insertMessageFiles, type MessageFileRow, withDownload } from '../files/message-files.ts'
import { findVersion } from '../guides/store.ts'
import { newId } from '../ids.ts'
import { shapeOf } from '../operation/shape.ts'
import type { Tx } from '../storage/database.ts'
import { OwnMessage } from './message.ts'
import { insertMessage, lastAsker, type MessageRow, markSeen } from './store.ts'

/** An attachment of a mail, whose content is stored already. */
export type ArrivedFile = Pick<MessageFileRow, 'id' | 'name' | 'media_type' | 'bytes' | 'stored_as' | 'problem'>

interface Written
  extends Pick<MessageRow, 'step_id' | 'kind' | 'reason' | 'user_id' | 'author_name' | 'body' | 'read_at'>,
    Partial<Pick<MessageRow, 'written_with' | 'by_mail' | 'sender_email' | 'participant_id'>> {
  files?: readonly ArrivedFile[]
  /** The persons of the enrollment whom an answer mentions; null is the primary contact. */
  mentioned?: readonly (ParticipantRow | null)[]
}

/** Adds a message to an enrollment, with its event. */
export async function postMessage(
  tx: Tx,
  context: Context,
  thread: EnrollmentRow,
  { files = [], mentioned = [], ...written }: Written,
) {
  const at = tx.stamp
  const { workspace_id, id: enrollment_id } = thread
  const message = {
    workspace_id,
    id: newId(),
    enrollment_id,
    by_mail: false,
    sender_email: null,
    participant_id: null,
    written_with: null,
    ...written,
    seen_at: null,
    cleared_at: null,
    created_at: at,
    updated_at: at,
  }
  await insertMessage(tx, message)
  const enrollment = message.kind === 'stuck' ? await replan(tx, thread) : thread
  const rows = await insertMessageFiles(tx, message, files)
  // Who replies has seen the answers before.
  if (message.kind !== 'answer') await markSeen(tx, { workspace_id, enrollment_id })
  await recordEnrollmentEvent(tx, context, 'message.created', enrollment, at, {
    message: shapeOf(OwnMessage)({ ...message, files }),
  })
  if (message.kind === 'answer') {
    const { user_id } = message
    if (user_id !== null) await markDealtWith(tx, { workspace_id, user_id, enrollment_id, kinds: ANSWERED_KINDS })
    const answer = { text: message.body, by: message.author_name, files: namesOf(files) }
    const asker = await askerOf(tx, enrollment)
    const others = mentioned.filter((one) => one?.id !== asker?.id)
    for (const one of [asker, ...new Map(others.map((person) => [person?.id, person])).values()])
      await emailAnswer(tx, context, enrollment, one ?? undefined, answer)
  } else {
    const question = await questionOf(tx, enrollment, message)
    await emailQuestion(tx, context, enrollment, { ...question, files: namesOf(files) })
    const { id: subject_id, kind, author_name: actor_name, step_id, body: text } = message
    await notifyInbox(tx, context, enrollment, { kind, actor_name, step_id, subject_id, text })
  }
  return { ...message, files: rows.map((file) => withDownload(context, file)) }
}

/** The participant who asked last; undefined for the primary contact, and for a participant who was removed. */
async function askerOf(tx: Tx, { workspace_id, id: enrollment_id, participants_count }: EnrollmentRow) {
  if (participants_count === 0) return undefined
  const asker = await lastAsker(tx, { workspace_id, enrollment_id })
  const participant = asker && (await findParticipant(tx, { workspace_id, enrollment_id, id: asker }))
  return participant && participant.removed_at === null ? participant : undefined
}

const namesOf = (files: readonly ArrivedFile[]) => files.map(({ name }) => name)

/** The data of a question for the mail to the assignee. */
async function questionOf(tx: Tx, { workspace_id, guide_version_id }: EnrollmentRow, message: MessageRow) {
  const { body: text, step_id, reason } = message
  const version = step_id === null ? undefined : await findVersion(tx, workspace_id, guide_version_id)
  const step = version?.sections.flatMap(({ steps }) => steps).find(({ id }) => id === step_id)
  return { text, reason, step: step?.title }
}
