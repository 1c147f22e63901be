import { z } from 'zod'
import { OutputId, Timestamp } from '../fields/fields.ts'
import { MOVE_STATUSES } from './contract.ts'

const Count = z.int().min(0)

/** Those on their way through a guide, on their way to another version of it. */
export const GuideMove = z
  .object({
    id: OutputId,
    guide_id: OutputId,
    version_id: OutputId.describe('Where they go'),
    status: z
      .enum(MOVE_STATUSES)
      .describe(
        'checking and checked: the dry run, and its outcome; running and done: the move; failed: it was given up, and what it did until then stays',
      ),
    problem: z.string().nullable().describe('Why it failed'),
    seen: Count.describe('Enrollments of the guide that were looked at so far'),
    moved: Count.describe('Those that move: invited or in progress, on another version'),
    completed: Count.describe(
      'Those of them that are completed by it, as they have done all that the version asks for',
    ),
    kept_steps: Count.describe('Done steps that stay done: the version has a step with the same id'),
    kept_answers: Count.describe('Forms whose answers stay with their step'),
    kept_files: Count,
    lost: z
      .array(z.object({ step_id: OutputId, title: z.string(), done: Count, answers: Count, files: Count }))
      .describe('Steps that the version does not have, with what stays on record and counts no more'),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'GuideMove' })
