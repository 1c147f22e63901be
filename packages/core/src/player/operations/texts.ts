import { z } from 'zod'
import { personIn } from '../../enrollments/participants/person.ts'
import { findEnrollment } from '../../enrollments/store.ts'
import { existing } from '../../errors.ts'
import { recordOf, text } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { deleteDraft, draftOf, storeDraft } from '../draft-store.ts'
import { TEXT_KEYS, textPlace } from '../own-texts.ts'
import { requirePerson } from '../person.ts'
import { lockVisit } from '../visit.ts'

const access = 'enrollment:follow'
const About = z.enum(TEXT_KEYS)

export const keepOwnText = operation({
  name: 'keep_own_text',
  summary: 'Keep an unsent question or comment of the own enrollment',
  description: 'It is kept until one is sent, or until an empty text replaces it. Works for expired enrollments too.',
  access,
  unaudited: 'activity',
  status: 204,
  input: z.strictObject({ about: About, text: text(20_000) }),
  output: z.void(),
  run: (context, { about, text }) =>
    context.store.write(async (tx) => {
      const place = textPlace((await lockVisit(tx, context)).enrollment, about)
      const person = personIn(context.caller)
      if (text === '') return deleteDraft(tx, place, person)
      await storeDraft(tx, place, { text }, person)
    }),
})

export const getOwnText = operation({
  name: 'get_own_text',
  summary: 'Get the unsent question or comment of the own enrollment',
  description: 'Empty if there is none.',
  access,
  does: ['reads'],
  status: 200,
  input: z.strictObject({ about: About }),
  output: recordOf(z.object({ text: z.string() })),
  run: (context, { about }) =>
    context.store.read(async (reader) => {
      const { workspace_id, id } = context.caller
      await requirePerson(reader, context, existing(await findEnrollment(reader, workspace_id, id)))
      const { text = '' } = await draftOf(reader, textPlace({ workspace_id, id }, about), personIn(context.caller))
      return { data: { text } }
    }),
})
