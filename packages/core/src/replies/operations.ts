import { z } from 'zod'
import { recordAudit } from '../audit/record.ts'
import type { Context } from '../context.ts'
import { MAX_NOTE } from '../enrollments/internal-notes/internal-note.ts'
import { newestNotes } from '../enrollments/internal-notes/store.ts'
import { writeNote } from '../enrollments/internal-notes/write-note.ts'
import { personIn } from '../enrollments/participants/person.ts'
import { findEnrollment } from '../enrollments/store.ts'
import { existing } from '../errors.ts'
import { Email, Id, requiredText, text } from '../fields/fields.ts'
import { authorOf } from '../messages/author.ts'
import { MAX_BODY } from '../messages/message.ts'
import { type ArrivedFile, postMessage } from '../messages/post.ts'
import { markRead } from '../messages/store.ts'
import { operation } from '../operation/operation.ts'
import { isRemainingMember } from '../people/members/assignee.ts'
import { shownNameOf } from '../player/person.ts'
import { lockVisit } from '../player/visit.ts'
import type { Tx } from '../storage/database.ts'
import { requireStorage } from '../workspaces/quotas/storage.ts'
import { endMail } from './store.ts'

const Reply = {
  mail_hash: z.string().describe('Identifies the mail, so that it is stored once'),
  body: text(MAX_BODY),
  files: z.array(z.custom<ArrivedFile>()).describe('Attachments whose contents are stored'),
}
/** Whether the message is new: a mail can arrive more than once. */
const output = z.object({ data: z.object({ is_new: z.boolean() }) })

// Not listed in operations.ts: who may run every listed operation could name the contents of others as attachments, and
// none of these has a route.
export const receiveQuestion = operation({
  name: 'receive_question',
  summary: 'Add the reply of a contact by mail',
  // The rights of the page: a reply address names the enrollment as its link does.
  access: 'enrollment:follow',
  unaudited: 'activity',
  status: 201,
  input: z.strictObject({
    ...Reply,
    sender_email: Email.nullable().describe('The address that the mail came from, if it is not that of the contact'),
  }),
  output,
  run: (context, { mail_hash, ...reply }) =>
    context.store.write(async (tx) => {
      const { enrollment, ...person } = await lockVisit(tx, context)
      const key = { workspace_id: enrollment.workspace_id, enrollment_id: enrollment.id, mail_hash }
      if (!(await endMail(tx, key, 'stored'))) return { data: { is_new: false } }
      await requireStorage(tx, context, bytesOf(reply.files))
      const author_name = shownNameOf(person)
      const participant_id = personIn(context.caller)
      const author = { user_id: null, participant_id, author_name }
      const written = { step_id: null, kind: 'question' as const, reason: null, ...author }
      await postMessage(tx, context, enrollment, { ...written, read_at: null, by_mail: true, ...reply })
      return { data: { is_new: true } }
    }),
})

export const receiveAnswer = operation({
  name: 'receive_answer',
  summary: 'Add the reply of a member by mail',
  access: 'enrollments:write',
  scope: 'messages:write',
  does: ['adds', 'sends'],
  audit: ['message.answered'],
  status: 201,
  input: z.strictObject({ ...Reply, enrollment_id: Id }),
  output,
  run: (context, { mail_hash, enrollment_id, ...reply }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const enrollment = existing(await findEnrollment(tx, workspace_id, enrollment_id, 'change'))
      if (!(await endMail(tx, { workspace_id, enrollment_id, mail_hash }, 'stored'))) return { data: { is_new: false } }
      await requireStorage(tx, context, bytesOf(reply.files))
      await markRead(tx, { workspace_id, enrollment_id })
      await postMessage(tx, context, enrollment, await answerOf(tx, context, reply))
      await recordAudit(tx, context, { action: 'message.answered', subject_id: enrollment_id, source: 'mail' })
      return { data: { is_new: true } }
    }),
})

export const receiveNote = operation({
  name: 'receive_note',
  summary: 'Add the reply of a member by mail as an internal note',
  access: 'enrollments:write',
  does: ['adds'],
  unaudited: 'shared_list',
  status: 201,
  input: z.strictObject({ mail_hash: Reply.mail_hash, enrollment_id: Id, body: requiredText(MAX_NOTE) }),
  output,
  run: (context, { mail_hash, enrollment_id, body }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const enrollment = existing(await findEnrollment(tx, workspace_id, enrollment_id, 'change'))
      if (!(await endMail(tx, { workspace_id, enrollment_id, mail_hash }, 'stored'))) return { data: { is_new: false } }
      const mentions = await repliedTo(tx, context, enrollment_id)
      await writeNote(tx, context, enrollment, { step_id: null, mentions, body })
      return { data: { is_new: true } }
    }),
})

/** The author of the newest note that mentions the caller: whom a reply by mail is most likely for. */
async function repliedTo(tx: Tx, { caller: { workspace_id, id } }: Context, enrollment_id: string): Promise<string[]> {
  const notes = await newestNotes(tx, { workspace_id, enrollment_id })
  const author = notes.find(({ mentions }) => mentions.includes(id))?.user_id
  if (!author || author === id || !(await isRemainingMember(tx, workspace_id, author))) return []
  return [author]
}

const bytesOf = (files: readonly ArrivedFile[]) => files.reduce((sum, { bytes }) => sum + bytes, 0)

async function answerOf(tx: Tx, context: Context, reply: { body: string; files: readonly ArrivedFile[] }) {
  const author = await authorOf(tx, context)
  return { step_id: null, kind: 'answer' as const, reason: null, ...author, read_at: tx.stamp, by_mail: true, ...reply }
}
