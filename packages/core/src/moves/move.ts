import { z } from 'zod'
import { OutputId, Timestamp } from '../fields/fields.ts'
import { MOVE_STATUSES } from './contract.ts'

const Count = z.int().min(0)

/** A move of open enrollments to another version of their guide. */
export const GuideMove = z
  .object({
    id: OutputId,
    guide_id: OutputId,
    version_id: OutputId.describe('The target version'),
    status: z
      .enum(MOVE_STATUSES)
      .describe(
        'checking, checked: the dry run and its outcome. running, done: the move. failed: cancelled; enrollments moved before stay moved',
      ),
    problem: z.string().nullable().describe('Reason of the failure'),
    seen: Count.describe('Enrollments of the guide examined so far'),
    moved: Count.describe('Enrollments that move: invited or in progress, on another version'),
    completed: Count.describe('Moved enrollments that this completes, as all required steps of the version are done'),
    kept_steps: Count.describe('Completed steps that stay completed: the version has a step with the same ID'),
    kept_answers: Count.describe('Forms whose answers are kept with their step'),
    kept_files: Count,
    lost: z
      .array(z.object({ step_id: OutputId, title: z.string(), done: Count, answers: Count, files: Count }))
      .describe('Steps that the version does not have; their records are kept but no longer count'),
    reopened: z
      .array(z.object({ step_id: OutputId, title: z.string(), questions: z.array(z.string()), enrollments: Count }))
      .describe(
        'Forms with new required questions, and approvals of another text: contacts are asked again, and keep their answers',
      ),
    lost_roles: Count.describe('Participants whose role the version does not have: they take part without one'),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'GuideMove' })
