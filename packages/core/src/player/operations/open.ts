import { z } from 'zod'
import { changeContact } from '../../contacts/change.ts'
import { LANGUAGES } from '../../contract/languages.ts'
import { findEnrollment } from '../../enrollments/store.ts'
import { existing } from '../../errors.ts'
import { recordOf } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { requirePerson } from '../person.ts'
import { PlayerState } from '../player.ts'
import { playerStateOf, startVisit } from '../visit.ts'

export const openOwnGuide = operation({
  name: 'open_own_guide',
  summary: 'Record that the contact has opened the guide',
  description:
    'Starts the enrollment, and records at most one view a day, in the time zone of the workspace. All other actions of the contact record it too.',
  access: 'enrollment:follow',
  status: 200,
  input: z.strictObject({}),
  output: recordOf(PlayerState),
  run: (context) =>
    context.store.write(async (tx) => ({ data: await playerStateOf(tx, await startVisit(tx, context)) })),
})

export const chooseLanguage = operation({
  name: 'choose_language',
  summary: 'Choose the language of the contact',
  description: 'It applies to the pages and mail of all guides of the contact.',
  access: 'enrollment:follow',
  status: 204,
  input: z.strictObject({ language: z.enum(LANGUAGES) }),
  output: z.void(),
  run: (context, { language }) =>
    context.store.write(async (tx) => {
      const { workspace_id, id } = context.caller
      const enrollment = existing(await findEnrollment(tx, workspace_id, id))
      const { contact } = await requirePerson(tx, context, enrollment)
      await changeContact(tx, context, contact, { language }, () => undefined)
    }),
})
