import { z } from 'zod'
import { OutputId, Timestamp } from '../../fields/fields.ts'
import { STEP_TYPES } from '../../guides/contract.ts'

const STEP_STATES = ['closed', 'open', 'submitted', 'changes_requested', 'done', 'skipped'] as const

/** A step of an enrollment: who does it, by when, and what became of it. */
export const EnrollmentStep = z
  .object({
    id: OutputId.meta({ reference: 'The step of the guide.' }),
    enrollment_id: OutputId.meta({ reference: 'The enrollment in which it is done.' }),
    section_id: OutputId.meta({ reference: 'The section that it belongs to.' }),
    title: z.string().meta({ reference: 'Title of the step.' }),
    type: z.enum(STEP_TYPES).meta({ reference: 'What there is to do.' }),
    required: z.boolean().meta({ reference: 'Whether progress counts the step. If none is required, all count.' }),
    responsible: z.string().describe('`anyone`, `team`, or the ID of a role of the guide'),
    internal: z
      .boolean()
      .describe('Whether contacts never see it')
      .meta({ reference: 'Whether it is a step of the team that contacts never see.' }),
    state: z
      .enum(STEP_STATES)
      .describe(
        'closed: its section is not open yet. submitted: a member is to review it. changes_requested: a member asked for changes to what was sent, or a contact asked for changes instead of approving',
      )
      .meta({
        reference:
          '`closed`: its section is not open yet. `open`: it can be done. `submitted`: a member is to review it. `changes_requested`: a member asked for changes to what was sent, or a contact asked for changes in place of approving. `done` and `skipped`: nothing is left to do.',
      }),
    assignee_id: OutputId.nullable()
      .describe('The member who does a step of the team; null while nobody does')
      .meta({ reference: 'The member who does a step of the team; `null` while nobody does.' }),
    assignee_name: z.string().nullable().meta({ reference: 'Name of that member; `null` while nobody does it.' }),
    assignee_is_manual: z.boolean().describe('Whether the assignee was set for this enrollment alone').meta({
      reference: 'Whether a member was named for this enrollment alone, in place of the one whom the guide names.',
    }),
    needs_review: z
      .boolean()
      .meta({ reference: 'Whether a member has to accept what was sent before the step is done.' }),
    reviewer_id: OutputId.nullable()
      .describe('Of a step that was sent: the member who is to review it')
      .meta({ reference: 'The member who is to review what was sent; `null` for nobody in particular.' }),
    due_on: z.string().nullable().meta({ reference: 'Date by which it is to be done; `null` for none.' }),
    due_is_manual: z
      .boolean()
      .meta({ reference: 'Whether a member set this date. Such a date stays when others move.' }),
    completed_at: Timestamp.nullable().meta({ reference: 'When it was done; `null` before, and for a skipped step.' }),
    completed_by: z
      .string()
      .nullable()
      .describe(
        '`contact` for the primary contact, or the kind and ID of the caller: `participant <id>`, `member <id>`',
      )
      .meta({
        reference:
          'Who did it: `contact` for the primary contact, otherwise the kind of caller and its id, such as `participant <id>` or `member <id>`; `null` before.',
      }),
    skipped_at: Timestamp.nullable().meta({
      reference: 'When a member decided that nobody has to do it; `null` otherwise.',
    }),
    skipped_by: z
      .string()
      .nullable()
      .describe('The kind and ID of the caller, as in completed_by')
      .meta({ reference: 'Who skipped it, in the form of `completed_by`; `null` if nobody did.' }),
  })
  .meta({ id: 'EnrollmentStep', reference: 'A step of a guide as it stands for one enrollment.' })

/** Steps of a kind, and how many of them are done or skipped. */
export const StepCount = z.object({
  completed_steps: z.int().min(0).meta({ reference: 'How many of them are done or skipped.' }),
  total_steps: z.int().min(0).meta({ reference: 'How many there are.' }),
})
