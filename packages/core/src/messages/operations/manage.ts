import { z } from 'zod'
import type { Context } from '../../context.ts'
import { findEnrollment } from '../../enrollments/store.ts'
import { existing } from '../../errors.ts'
import { Paging, pageOf, RecordId, recordOf, UpdatedSince } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { findMember, personOf } from '../../people/members/assignee.ts'
import { listRecords } from '../../records/lists/lists.ts'
import type { Reader } from '../../storage/database.ts'
import { findWorkspace } from '../../workspaces/store.ts'
import { AnswerFields, Message } from '../message.ts'
import { postMessage } from '../post.ts'
import * as store from '../store.ts'

export const listMessages = operation({
  name: 'list_messages',
  summary: 'List the messages of an enrollment, newest first',
  description: 'An extension. Does not mark messages as read.',
  access: 'enrollments:read',
  route: 'GET /enrollments/:id/messages',
  status: 200,
  input: z.strictObject({ id: RecordId, ...Paging, updated_since: UpdatedSince }),
  output: pageOf(Message),
  run: async (context, { id, ...paging }) => {
    const { workspace_id } = context.caller
    existing(await context.store.read((reader) => findEnrollment(reader, workspace_id, id)))
    return listRecords(context, store.messageList, { filters: { enrollment_id: id }, ...paging })
  },
})

export const answerMessage = operation({
  name: 'answer_message',
  summary: 'Send a message to the contact of an enrollment',
  description: 'An extension. Marks earlier messages as read.',
  access: 'enrollments:write',
  route: 'POST /enrollments/:id/messages',
  body: 'message',
  status: 201,
  input: AnswerFields.extend({ id: RecordId }),
  output: recordOf(Message),
  example: { body: 'You find it under Settings.' },
  run: (context, { id, body }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const enrollment = existing(await findEnrollment(tx, workspace_id, id, 'change'))
      await store.markRead(tx, { workspace_id, enrollment_id: id })
      const author = await authorOf(tx, context)
      const written = { step_id: null, kind: 'answer' as const, reason: null, ...author, body, read_at: tx.stamp }
      return { data: await postMessage(tx, context, enrollment, written) }
    }),
})

/** The author of an answer as shown to the contact: a person, or the workspace for a program. */
async function authorOf(reader: Reader, { caller }: Context) {
  const { workspace_id } = caller
  const user_id = await personOf(reader, caller)
  const member = user_id === undefined ? undefined : await findMember(reader, workspace_id, user_id)
  if (member) return { user_id: member.id, author_name: member.name }
  return { user_id: null, author_name: (await findWorkspace(reader, workspace_id))?.name ?? '' }
}

export const markMessagesRead = operation({
  name: 'mark_messages_read',
  summary: "Mark the messages of an enrollment's contact as read",
  description: 'An extension. Answering also marks messages as read.',
  access: 'enrollments:write',
  route: 'POST /enrollments/:id/messages/read',
  status: 204,
  input: z.strictObject({ id: RecordId }),
  output: z.void(),
  run: (context, { id }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      existing(await findEnrollment(tx, workspace_id, id, 'change'))
      await store.markRead(tx, { workspace_id, enrollment_id: id })
    }),
})
