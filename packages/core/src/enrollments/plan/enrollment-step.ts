import { z } from 'zod'
import { OutputId, Timestamp } from '../../fields/fields.ts'
import { STEP_TYPES } from '../../guides/contract.ts'

const STEP_STATES = ['closed', 'open', 'submitted', 'changes_requested', 'done', 'skipped'] as const

/** A step of an enrollment: who does it, by when, and what became of it. */
export const EnrollmentStep = z
  .object({
    id: OutputId,
    enrollment_id: OutputId,
    section_id: OutputId,
    title: z.string(),
    type: z.enum(STEP_TYPES),
    required: z.boolean(),
    responsible: z.string().describe('`anyone`, `team`, or the ID of a role of the guide'),
    internal: z.boolean().describe('Whether contacts never see it'),
    state: z
      .enum(STEP_STATES)
      .describe(
        'closed: its section is not open yet. submitted: a member is to review it. changes_requested: a member asked for changes to what was sent, or a contact asked for changes instead of approving',
      ),
    assignee_id: OutputId.nullable().describe('The member who does a step of the team; null while nobody does'),
    assignee_name: z.string().nullable(),
    assignee_is_manual: z.boolean().describe('Whether the assignee was set for this enrollment alone'),
    needs_review: z.boolean(),
    reviewer_id: OutputId.nullable().describe('Of a step that was sent: the member who is to review it'),
    due_on: z.string().nullable(),
    due_is_manual: z.boolean(),
    completed_at: Timestamp.nullable(),
    completed_by: z
      .string()
      .nullable()
      .describe(
        '`contact` for the primary contact, or the kind and ID of the caller: `participant <id>`, `member <id>`',
      ),
    skipped_at: Timestamp.nullable(),
    skipped_by: z.string().nullable().describe('The kind and ID of the caller, as in completed_by'),
  })
  .meta({ id: 'EnrollmentStep' })

/** Steps of a kind, and how many of them are done or skipped. */
export const StepCount = z.object({ completed_steps: z.int().min(0), total_steps: z.int().min(0) })
