import { z } from 'zod'
import { withNames } from '../../enrollments/names/names.ts'
import { type EnrollmentRow, findEnrollment } from '../../enrollments/store.ts'
import { existing } from '../../errors.ts'
import { InputTime, OutputId, OutputUrl, RecordId } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { organisationNames } from '../../organisations/store.ts'
import type { Reader } from '../../storage/database.ts'
import { Happened, historyOf } from '../history.ts'
import { OpenStep, openStepsOf } from '../open-steps.ts'

const MAX_CHARACTERS = 7000

const History = z
  .object({
    enrollment_id: OutputId.meta({ reference: 'The enrollment whose history this is.' }),
    contact_name: z.string().meta({ reference: 'First and last name of the primary contact.' }),
    organisation_name: z.string().nullable().meta({ reference: 'Organisation of that contact; `null` without one.' }),
    people_count: z
      .int()
      .describe('The contact and the participants')
      .meta({ reference: 'Number of people who follow the guide: the contact and the participants.' }),
    guide_title: z.string().meta({ reference: 'Title of the guide, in the version of the enrollment.' }),
    status: z.string().meta({ reference: 'Status of the enrollment.' }),
    progress_percentage: z.number().meta({ reference: 'Share of the counted steps that are done, from 0 to 100.' }),
    url: OutputUrl.describe('Its page in the console'),
    open_steps: z
      .array(OpenStep)
      .optional()
      .describe('The first that are to be done, by their dates; without `before`')
      .meta({ reference: 'The first steps that are to be done, by their dates; absent with `before`.' }),
    open_steps_count: z.int().optional().meta({ reference: 'Number of open steps in all; absent with `before`.' }),
    happened: z
      .array(Happened)
      .describe('Oldest first')
      .meta({ reference: 'What happened, oldest first: the latest entries that fit into about 8 KB.' }),
    happened_count: z.int().meta({ reference: 'Number of entries in all, with earlier and later ones.' }),
    earlier: z.int().describe('How many earlier ones there are: ask with `before`, the `at` of the first one').meta({
      reference:
        'Number of earlier entries. They are answered with `before`, the `at` of the first entry of this answer.',
    }),
  })
  .meta({ id: 'EnrollmentHistory', reference: 'The open steps of an enrollment, and what has happened in it.' })

export const getEnrollmentHistory = operation({
  name: 'get_enrollment_history',
  summary: 'Get the open steps of an enrollment, and what happened: steps, answers, files, messages, reviews and mail',
  description: 'The answer has the latest that fit into about 8 KB.',
  reference: 'The answer has the latest entries that fit into about 8 KB. Earlier ones are answered with `before`.',
  access: 'enrollments:read',
  scope: 'insights:read',
  does: ['reads'],
  route: 'GET /enrollments/:id/history',
  status: 200,
  tool: {
    name: 'get_enrollment_timeline',
    scope: 'insights:read',
    view: 'enrollment',
    guidance: 'Find the id with list_enrollments.',
  },
  input: z.strictObject({
    id: RecordId,
    before: InputTime.optional().describe('Only what happened before this time').meta({
      reference:
        'Restricts the answer to what happened before this time: the `at` of the first entry of the answer before.',
    }),
  }),
  output: z.object({ data: History }),
  run: (context, { id, before }) =>
    context.store.read(async (reader) => {
      const { workspace_id } = context.caller
      const enrollment = existing(await findEnrollment(reader, workspace_id, id))
      const [named] = await withNames(reader, { workspace_id, listed: [enrollment], now: context.now() })
      const all = await historyOf(reader, enrollment)
      const asked = before === undefined ? all : all.filter(({ at }) => at < before)
      const contact_name = named?.contact_name ?? ''
      const open =
        before === undefined ? await openStepsOf(reader, { enrollment, contact_name, now: context.now() }) : undefined
      const happened = latestOf(asked, MAX_CHARACTERS - JSON.stringify(open ?? {}).length)
      return {
        data: {
          enrollment_id: id,
          contact_name,
          organisation_name: await organisationNameOf(reader, enrollment),
          people_count: 1 + enrollment.participants_count,
          guide_title: named?.guide_title ?? '',
          ...{ status: enrollment.status, progress_percentage: enrollment.progress_percentage },
          url: `${context.settings.publicUrl}/w/${workspace_id}/enrollments/${id}`,
          ...(open && { ...open, open_steps: open.open_steps.map(withFormerNames) }),
          happened: happened.map((one) => ('person_name' in one ? { ...one, who: one.person_name } : one)),
          ...{ happened_count: all.length, earlier: asked.length - happened.length },
        },
      }
    }),
})

/** Added last: what is deprecated takes no room from what happened. */
function withFormerNames<S extends { by_team: boolean; person_name: string | null }>(step: S) {
  return { ...step, is_ours: step.by_team, who: step.person_name }
}

async function organisationNameOf(reader: Reader, { workspace_id, organisation_id }: EnrollmentRow) {
  if (organisation_id === null) return null
  const [organisation] = await organisationNames(reader, workspace_id, [organisation_id])
  return organisation?.name ?? null
}

/** The latest that fit, at least one; those of one time stay together, since the next answer begins before it. */
function latestOf<T extends { at: string }>(all: readonly T[], most: number): T[] {
  let left = most
  const shown: T[] = []
  for (const one of all.toReversed()) {
    left -= JSON.stringify(one).length
    if (left < 0 && shown.length > 0 && shown[0]?.at !== one.at) break
    shown.unshift(one)
  }
  return shown
}
