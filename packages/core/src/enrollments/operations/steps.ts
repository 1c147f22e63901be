import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { existing } from '../../errors.ts'
import { OutputId, RecordId, recordOf, Timestamp } from '../../fields/fields.ts'
import { Section } from '../../guides/guide.ts'
import { Role } from '../../guides/roles.ts'
import { shownSections } from '../../guides/shown-sections.ts'
import { findVersion } from '../../guides/store.ts'
import { operation } from '../../operation/operation.ts'
import type { Reader } from '../../storage/database.ts'
import { openingsOf } from '../gates/closed.ts'
import { hasGates } from '../gates/closed-sections.ts'
import { openingOf, SectionOpening } from '../gates/section.ts'
import type { Opening } from '../gates/section-row.ts'
import { passedStepsOf } from '../participants/passed-steps.ts'
import { participantIn, shownCaller } from '../participants/person.ts'
import { withParticipantNames } from '../participants/store.ts'
import { closedOf } from '../plan/closed-of.ts'
import { EnrollmentStep, StepCount } from '../plan/enrollment-step.ts'
import { internalCount, stepsOf } from '../plan/read.ts'
import * as store from '../store.ts'

const EnrollmentSteps = z
  .object({
    roles: z.array(Role).meta({ reference: 'Roles of the guide, to which steps are given.' }),
    sections: z
      .array(
        Section.extend(SectionOpening).meta({
          id: 'SectionOfEnrollment',
          reference: 'A section of the guide, and whether it is open for this enrollment.',
        }),
      )
      .meta({ reference: 'Sections and steps in the version of the enrollment, with what it takes to open them.' }),
    steps: z
      .array(EnrollmentStep)
      .describe('In the order of the guide')
      .meta({ reference: 'Steps as they stand for this enrollment, in the order of the guide.' }),
    passed: z
      .array(
        z.object({
          step_id: OutputId.meta({ reference: 'The step that somebody passed on.' }),
          participant_id: OutputId.nullable().meta({ reference: 'Who has it now; `null` for the primary contact.' }),
        }),
      )
      .describe('The steps that were passed on alone, and to whom: null for the primary contact'),
    internal: StepCount.describe('The steps that contacts never see, which progress leaves out').meta({
      reference: 'Progress of the steps that contacts never see, which `progress_percentage` leaves out.',
    }),
    completions: z
      .array(
        z.object({
          step_id: OutputId.meta({ reference: 'The step that was done.' }),
          completed_at: Timestamp.meta({ reference: 'Time of completion.' }),
          completed_by: z
            .string()
            .nullable()
            .describe('`contact` for the primary contact, or the kind and ID of the caller: `participant <id>`')
            .meta({
              reference:
                'Who did it: `contact` for the primary contact, otherwise the kind of caller and its id, such as `participant <id>` or `member <id>`.',
            }),
          participant_id: OutputId.nullable().meta({
            reference: 'The participant who did it; `null` for the primary contact and for members.',
          }),
          participant_name: z
            .string()
            .nullable()
            .describe('null if the contact of the participant was deleted')
            .meta({ reference: 'Name of that participant; `null` for others, and if the contact was deleted.' }),
        }),
      )
      .describe('Oldest first')
      .meta({ reference: 'Who did which step, and when; oldest first.' }),
  })
  .meta({ reference: 'The guide of the enrollment, and what has been done in it.' })

export const getEnrollmentSteps = operation({
  name: 'get_enrollment_steps',
  summary: 'Get the guide version of an enrollment, and when each step was completed',
  description:
    'The sections and steps are those of the version that the enrollment keeps. Steps that contacts never see are among them.',
  access: 'enrollments:read',
  does: ['reads'],
  route: 'GET /enrollments/:id/steps',
  status: 200,
  input: z.strictObject({ id: RecordId }),
  output: recordOf(EnrollmentSteps),
  run: ({ caller: { workspace_id }, now, store: { read } }, { id }) =>
    read(async (reader) => {
      const enrollment = existing(await store.findEnrollment(reader, workspace_id, id))
      const version = existing(await findVersion(reader, workspace_id, enrollment.guide_version_id))
      const closed = await closedOf(reader, enrollment, version.sections, now())
      const openings = hasGates(version.sections) ? await openingsOf(reader, enrollment) : new Map<string, Opening>()
      const steps = await stepsOf(reader, enrollment, version.sections, closed)
      const sections = (await shownSections(reader, workspace_id, version.sections)).map((section) => ({
        ...section,
        ...openingOf(section, openings.get(section.id), closed),
      }))
      const isShared = enrollment.participants_count > 0
      const passed = isShared ? await passedStepsOf(reader, { workspace_id, enrollment_id: id }) : []
      const completions = (await completionsOf(reader, workspace_id, id)).map((completion) => ({
        ...completion,
        completed_by: shownCaller(completion.completed_by),
        participant_id: participantIn(completion.completed_by),
      }))
      return {
        data: {
          roles: version.roles,
          sections,
          steps,
          passed: passed.map(({ step_id, participant_id }) => ({ step_id, participant_id })),
          internal: internalCount(steps),
          completions: await withParticipantNames(reader, workspace_id, completions),
        },
      }
    }),
})

async function completionsOf({ db, tables }: Reader, workspace_id: string, enrollment_id: string) {
  const { step_completions: completions } = tables
  return db
    .select({
      step_id: completions.step_id,
      completed_at: completions.completed_at,
      completed_by: completions.completed_by,
    })
    .from(completions)
    .where(and(eq(completions.workspace_id, workspace_id), eq(completions.enrollment_id, enrollment_id)))
    .orderBy(completions.completed_at, completions.step_id)
}
