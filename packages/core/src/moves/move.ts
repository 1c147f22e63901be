import { z } from 'zod'
import { CreatedAt, OutputId, OwnId, UpdatedAt } from '../fields/fields.ts'
import { MOVE_STATUSES } from './contract.ts'

const Count = z.int().min(0)

/** A move of open enrollments to another version of their guide. */
export const GuideMove = z
  .object({
    id: OwnId,
    guide_id: OutputId.meta({ reference: 'The guide whose enrollments move.' }),
    version_id: OutputId.describe('The target version').meta({ reference: 'The version to which enrollments move.' }),
    status: z
      .enum(MOVE_STATUSES)
      .describe(
        'checking, checked: the dry run and its outcome. running, done: the move. failed: cancelled; enrollments moved before stay moved',
      )
      .meta({
        reference:
          '`checking` and `checked` for a dry run; `running` and `done` for the move itself; `failed` if it was cancelled, when enrollments that were moved stay moved.',
      }),
    problem: z
      .string()
      .nullable()
      .describe('Reason of the failure')
      .meta({ reference: 'Why it failed; `null` if it did not.' }),
    seen: Count.describe('Enrollments of the guide examined so far'),
    moved: Count.describe('Enrollments that move: invited or in progress, on another version'),
    completed: Count.describe('Moved enrollments that this completes, as all required steps of the version are done'),
    kept_steps: Count.describe('Completed steps that stay completed: the version has a step with the same ID'),
    kept_answers: Count.describe('Forms whose answers are kept with their step'),
    kept_files: Count.meta({ reference: 'Uploaded files that are kept with their step.' }),
    lost: z
      .array(
        z.object({
          step_id: OutputId.meta({ reference: 'A step that the target version does not have.' }),
          title: z.string().meta({ reference: 'Title of that step.' }),
          done: Count.meta({ reference: 'Enrollments that had done it.' }),
          answers: Count.meta({ reference: 'Enrollments that had answered its form.' }),
          files: Count.meta({ reference: 'Files uploaded in it.' }),
        }),
      )
      .describe('Steps that the version does not have; their records are kept but no longer count'),
    reopened: z
      .array(
        z.object({
          step_id: OutputId.meta({ reference: 'A step that has to be done again.' }),
          title: z.string().meta({ reference: 'Title of that step.' }),
          questions: z.array(z.string()).meta({ reference: 'Labels of its new required questions.' }),
          enrollments: Count.meta({ reference: 'Enrollments that have to do it again.' }),
        }),
      )
      .describe(
        'Forms with new required questions, and approvals of another text: contacts are asked again, and keep their answers',
      ),
    lost_roles: Count.describe('Participants whose role the version does not have: they take part without one'),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .meta({
    id: 'GuideMove',
    reference: 'A move of open enrollments to another version of their guide, or the dry run of one.',
  })
