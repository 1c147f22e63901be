import { z } from 'zod'
import { personIn } from '../../enrollments/participants/person.ts'
import { stepOf } from '../../enrollments/steps/finish-step.ts'
import { findEnrollment } from '../../enrollments/store.ts'
import { existing } from '../../errors.ts'
import { Id, recordOf } from '../../fields/fields.ts'
import { messageFilesOf, withFiles } from '../../files/message-files.ts'
import { operation } from '../../operation/operation.ts'
import { deleteDraft } from '../../player/draft-store.ts'
import { textPlace } from '../../player/own-texts.ts'
import { requirePerson, shownNameOf } from '../../player/person.ts'
import { lockVisit } from '../../player/visit.ts'
import { countWritten } from '../limits.ts'
import { OwnListedMessage, OwnMessage, QuestionFields } from '../message.ts'
import { postMessage } from '../post.ts'
import { markSeen, threadOf, timeOfMessage } from '../store.ts'

// Requires the access token of the enrollment, whose id is that of the caller.
const access = 'enrollment:follow'

export const askQuestion = operation({
  name: 'ask_question',
  summary: 'Ask a question, or report being stuck at a step',
  description: 'Works for expired enrollments too.',
  access,
  unaudited: 'activity',
  status: 201,
  input: QuestionFields,
  output: recordOf(OwnMessage),
  async run(context, { step_id = null, reason = null, body }) {
    await countWritten(context, context.caller.id)
    return context.store.write(async (tx) => {
      const follow = await lockVisit(tx, context)
      if (step_id !== null) stepOf(follow, step_id)
      const { enrollment } = follow
      const author_name = shownNameOf(follow)
      const kind = reason === null ? ('question' as const) : ('stuck' as const)
      const written = {
        step_id,
        kind,
        reason,
        user_id: null,
        participant_id: personIn(context.caller),
        author_name,
        body,
        read_at: null,
      }
      await deleteDraft(tx, textPlace(enrollment, 'question'), personIn(context.caller))
      return { data: await postMessage(tx, context, enrollment, written) }
    })
  },
})

export const listOwnMessages = operation({
  name: 'list_own_messages',
  summary: 'List the messages of the own enrollment, oldest first',
  access,
  does: ['reads'],
  status: 200,
  input: z.strictObject({}),
  output: z.object({ data: z.array(OwnListedMessage) }),
  run: (context) =>
    context.store.read(async (reader) => {
      const { workspace_id, id } = context.caller
      await requirePerson(reader, context, existing(await findEnrollment(reader, workspace_id, id)))
      const thread = { workspace_id, enrollment_id: id }
      return { data: withFiles(context, await threadOf(reader, thread), await messageFilesOf(reader, thread)) }
    }),
})

export const markAnswersSeen = operation({
  name: 'mark_answers_seen',
  summary: 'Mark the answers of the own enrollment as seen by the contact',
  description: 'With message_id, only the answers up to that message: later ones were not shown yet.',
  access,
  unaudited: 'activity',
  status: 204,
  input: z.strictObject({ message_id: Id.optional() }),
  output: z.void(),
  run: (context, { message_id }) =>
    context.store.write(async (tx) => {
      const { workspace_id, id } = context.caller
      await lockVisit(tx, context)
      const thread = { workspace_id, enrollment_id: id }
      const until = message_id === undefined ? undefined : existing(await timeOfMessage(tx, thread, message_id))
      await markSeen(tx, thread, until)
    }),
})
