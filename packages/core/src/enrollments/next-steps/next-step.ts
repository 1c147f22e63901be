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
      ),
    section_id: OutputId,
    step_id: OutputId.nullable().describe('null for a section to open'),
    title: z.string().describe('Of the step, or of the section to open'),
    due_on: OutputDate.nullable(),
    responsible: z.string().describe('`anyone`, `team`, or the ID of a role of the guide'),
    role_name: z.string().nullable(),
    assignee_id: OutputId.nullable().describe('The member, if the team has it and a member is named'),
    contact_id: OutputId.nullable().describe('The contact who has it; null for the team, and if several can do it'),
    person_name: z.string().nullable().describe('Of the member or the contact'),
  })
  .meta({ id: 'NextStep' })

export type NextStep = z.infer<typeof NextStep>

/** A contact who is asked for a step. */
export const Person = z.object({
  participant_id: OutputId.nullable().describe('null for the primary contact'),
  contact_id: OutputId,
  name: z.string(),
})

export type Person = z.infer<typeof Person>
