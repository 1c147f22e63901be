import { z } from 'zod'
import { changeContact } from '../../contacts/change.ts'
import type { Context } from '../../context.ts'
import { LANGUAGES } from '../../contract/languages.ts'
import { keepTimeZone } from '../../emails/daily/time-zone.ts'
import { findEnrollment } from '../../enrollments/store.ts'
import { existing } from '../../errors.ts'
import { recordOf } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import type { Tx } from '../../storage/database.ts'
import { isTimeZone } from '../../time-zones.ts'
import { requirePerson } from '../person.ts'
import { PlayerState } from '../player.ts'
import { playerStateOf, startVisit, type Visit } from '../visit.ts'

/** A name of the IANA database. */
const BrowserTimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'is not a time zone such as Europe/Berlin')
  .describe('Time zone of the browser, in which the contact gets the daily mail')

export const openOwnGuide = operation({
  name: 'open_own_guide',
  summary: 'Record that the contact has opened the guide',
  description:
    'Starts the enrollment, and records at most one view a day, in the time zone of the workspace. All other actions of the contact record it too.',
  access: 'enrollment:follow',
  unaudited: 'activity',
  status: 200,
  input: z.strictObject({ time_zone: BrowserTimeZone.optional() }),
  output: recordOf(PlayerState),
  run: (context, { time_zone }) =>
    context.store.write(async (tx) => {
      const visit = await startVisit(tx, context)
      if (time_zone !== undefined && visit.enrollment.has_plan) await noteTimeZone(tx, context, visit, time_zone)
      return { data: await playerStateOf(tx, visit) }
    }),
})

/** Keeps the time zone of the browser, in which the contact gets the daily mail. */
async function noteTimeZone(tx: Tx, context: Context, { enrollment }: Visit, time_zone: string): Promise<void> {
  const { contact } = await requirePerson(tx, context, enrollment)
  await keepTimeZone(tx, { workspace_id: enrollment.workspace_id, contact_id: contact.id }, time_zone)
}

export const chooseLanguage = operation({
  name: 'choose_language',
  summary: 'Choose the language of the contact',
  description: 'It applies to the pages and mail of all guides of the contact.',
  access: 'enrollment:follow',
  unaudited: 'activity',
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
