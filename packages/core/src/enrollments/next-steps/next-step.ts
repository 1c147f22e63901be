import { z } from 'zod'
import { OutputDate, OutputId } from '../../fields/fields.ts'
import { NEXT_STEP_KINDS } from '../contract.ts'

/** What is to be done next in an enrollment, and by whom. */
export const NextStep = z
  .object({
    kind: z
      .enum(NEXT_STEP_KINDS)
      .describe(
        'review: the customer has sent the step, and a member reviews it. open_section: everything before it is done, and the team opens the section',
      )
      .meta({
        reference:
          '`step`: somebody does the step. `review`: the customer has sent it, and a member reviews it. `open_section`: everything before the section is done, and a member opens it.',
      }),
    section_id: OutputId.meta({ reference: 'The section that the step belongs to, or that is to be opened.' }),
    step_id: OutputId.nullable()
      .describe('null for a section to open')
      .meta({ reference: 'The step; `null` for a section to open.' }),
    title: z
      .string()
      .describe('Of the step, or of the section to open')
      .meta({ reference: 'Title of the step, or of the section to open.' }),
    due_on: OutputDate.nullable().meta({ reference: 'Date of the step; `null` if it has none.' }),
    responsible: z.string().describe('`anyone`, `team`, or the ID of a role of the guide'),
    role_name: z
      .string()
      .nullable()
      .meta({ reference: 'Role of the guide that does the step; `null` if no role is named.' }),
    assignee_id: OutputId.nullable()
      .describe('The member, if the team has it and a member is named')
      .meta({ reference: 'The member who has it; `null` if the customer has it, or nobody is named.' }),
    contact_id: OutputId.nullable()
      .describe('The contact who has it; null for the team, and if several can do it')
      .meta({ reference: 'The contact who has it; `null` for the team, and where several people can do it.' }),
    person_name: z
      .string()
      .nullable()
      .describe('Of the member or the contact')
      .meta({ reference: 'Name of that member or contact; `null` if nobody is named.' }),
  })
  .meta({ id: 'NextStep', reference: 'What is to be done next in an enrollment.' })

export type NextStep = z.infer<typeof NextStep>

/** A contact who is asked for a step. */
export const Person = z.object({
  participant_id: OutputId.nullable().describe('null for the primary contact'),
  contact_id: OutputId,
  name: z.string(),
})

export type Person = z.infer<typeof Person>
