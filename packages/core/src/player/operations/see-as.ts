import { z } from 'zod'
import type { Context } from '../../context.ts'
import { findEnrollment } from '../../enrollments/store.ts'
import { existing } from '../../errors.ts'
import { RecordId } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { ownGuide, readOwnGuide } from './read.ts'

export const seeAsPerson = operation({
  name: 'see_as_person',
  summary: 'Get the guide as a person of an enrollment sees it',
  description:
    'For members, who see the page of the customer. Changes nothing: it is no visit, answers stay unread, and what the person has typed and not sent is left out.',
  access: 'enrollments:read',
  does: ['reads'],
  status: 200,
  input: z.strictObject({
    id: RecordId.describe('ID of the enrollment'),
    participant_id: RecordId.optional().describe('The participant; the primary contact by default'),
  }),
  output: readOwnGuide.output,
  run: (context, { id, participant_id }) =>
    context.store.read(async (reader) => {
      existing(await findEnrollment(reader, context.caller.workspace_id, id))
      const { link, view } = await ownGuide(reader, asPerson(context, id, participant_id))
      return { data: { link, view: view && { ...view, drafts: {} } } }
    }),
})

/** The context of a reader who is taken for a person of an enrollment. It is for reading alone. */
function asPerson(context: Context, id: string, participant_id: string | undefined): Context {
  const person = { kind: 'contact' as const, id, ...(participant_id !== undefined && { participant_id }) }
  return { ...context, caller: { ...context.caller, ...person } }
}
