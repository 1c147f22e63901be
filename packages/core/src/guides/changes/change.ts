import { z } from 'zod'
import { Id, text } from '../../fields/fields.ts'
import { STEP_TYPES } from '../contract.ts'
import { SectionFields, StepFields } from '../guide.ts'
import { DraftContent } from '../step-content.ts'

const SectionId = Id.meta({ reference: 'The section to change.' })
const StepId = Id.meta({ reference: 'The step to change.' })

const BeforeSection = Id.optional().describe('The section that follows it; without one, it becomes the last')
const BeforeStep = Id.optional().describe('The step that follows it; without one, it becomes the last of its section')

const minutes = StepFields.shape.estimated_minutes

/** A change of a part of a draft. Omitted fields stay. */
const DraftPartChange = z
  .discriminatedUnion('action', [
    z.strictObject({
      action: z.literal('set_section').meta({ reference: 'Changes fields of a section.' }),
      id: SectionId,
      title: text().optional().meta({ reference: 'New title of the section.' }),
      description: text(5000).optional().meta({ reference: 'New introduction of the section, as Markdown.' }),
      opens: SectionFields.shape.opens,
      waiting_message: SectionFields.shape.waiting_message,
    }),
    z.strictObject({
      action: z.literal('insert_section').meta({ reference: 'Adds a section.' }),
      section: SectionFields.meta({
        reference:
          'Title, introduction and steps of the new section. With an `id` of yours, later changes can name it.',
      }),
      before: BeforeSection,
    }),
    z.strictObject({
      action: z.literal('move_section').meta({ reference: 'Moves a section to another place.' }),
      id: SectionId,
      before: BeforeSection,
    }),
    z.strictObject({
      action: z.literal('remove_section').meta({ reference: 'Removes a section with its steps.' }),
      id: SectionId,
    }),
    z.strictObject({
      action: z.literal('set_step').meta({ reference: 'Changes fields of a step.' }),
      id: StepId,
      title: text().optional().meta({ reference: 'New title of the step.' }),
      type: z
        .enum(STEP_TYPES)
        .optional()
        .meta({ reference: 'New type of the step. Its content stays, as far as the type knows it.' }),
      content: DraftContent.optional()
        .describe('Replaced as a whole')
        .meta({ reference: 'New content of the step, which replaces the stored one as a whole.' }),
      estimated_minutes: minutes,
      required: z.boolean().optional().meta({ reference: 'Whether progress counts the step.' }),
      responsible: StepFields.shape.responsible
        .describe('Without `team`, the step is not internal and has no assignee any more')
        .meta({
          reference:
            'Who does the step: `anyone`, the `team`, or the role with this id. A step that is taken from the team is not internal and has no assignee any more.',
        }),
      internal: StepFields.shape.internal,
      assignee_id: StepFields.shape.assignee_id,
      due: StepFields.shape.due,
      needs_review: StepFields.shape.needs_review
        .describe('Only form and file_upload can need one: it goes with another type, and with steps of the team')
        .meta({
          reference:
            'Whether a member has to accept what was sent before the step is done. Only forms and uploads of the customer can need that: with another type it is taken away.',
        }),
      reviewer_id: StepFields.shape.reviewer_id,
    }),
    z.strictObject({
      action: z.literal('insert_step').meta({ reference: 'Adds a step to a section.' }),
      section_id: Id.meta({ reference: 'The section that gets the step.' }),
      step: StepFields.meta({
        reference: 'Title, type and content of the new step, which later changes can name by an `id` of yours.',
      }),
      before: BeforeStep,
    }),
    z.strictObject({
      action: z
        .literal('move_step')
        .meta({ reference: 'Moves a step to another place, in its section or another one.' }),
      id: StepId,
      section_id: Id.optional().describe('Where it moves; without one, it stays in its section'),
      before: BeforeStep,
    }),
    z.strictObject({ action: z.literal('remove_step').meta({ reference: 'Removes a step.' }), id: StepId }),
  ])
  .meta({
    id: 'DraftPartChange',
    reference: 'A change of one section or step of a draft. Omitted fields stay as they are.',
  })

/** Maximum number of changes in a request. */
const MAX_CHANGES = 200

export type DraftPartChange = z.output<typeof DraftPartChange>
/** Changes of parts of a draft. Interfaces, because declarations of operations show their names alone. */
export interface DraftChanges extends Array<DraftPartChange> {}
/** The same, as callers give them. */
export interface GivenDraftChanges extends Array<z.input<typeof DraftPartChange>> {}

export const DraftChanges: z.ZodType<DraftChanges, GivenDraftChanges> = z.array(DraftPartChange).min(1).max(MAX_CHANGES)
