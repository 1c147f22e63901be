import { z } from 'zod'
import { Id, text } from '../../fields/fields.ts'
import { STEP_TYPES } from '../contract.ts'
import { SectionFields, StepFields } from '../guide.ts'
import { DraftContent } from '../step-content.ts'

const BeforeSection = Id.optional().describe('The section that follows it; without one, it becomes the last')
const BeforeStep = Id.optional().describe('The step that follows it; without one, it becomes the last of its section')

const minutes = StepFields.shape.estimated_minutes

/** A change of a part of a draft. Omitted fields stay. */
const DraftPartChange = z
  .discriminatedUnion('action', [
    z.strictObject({
      action: z.literal('set_section'),
      id: Id,
      title: text().optional(),
      description: text(5000).optional(),
      opens: SectionFields.shape.opens,
      waiting_message: SectionFields.shape.waiting_message,
    }),
    z.strictObject({ action: z.literal('insert_section'), section: SectionFields, before: BeforeSection }),
    z.strictObject({ action: z.literal('move_section'), id: Id, before: BeforeSection }),
    z.strictObject({ action: z.literal('remove_section'), id: Id }),
    z.strictObject({
      action: z.literal('set_step'),
      id: Id,
      title: text().optional(),
      type: z.enum(STEP_TYPES).optional(),
      content: DraftContent.optional().describe('Replaced as a whole'),
      estimated_minutes: minutes,
      required: z.boolean().optional(),
      responsible: StepFields.shape.responsible.describe(
        'Without `team`, the step is not internal and has no assignee any more',
      ),
      internal: StepFields.shape.internal,
      assignee_id: StepFields.shape.assignee_id,
      due: StepFields.shape.due,
      needs_review: StepFields.shape.needs_review.describe(
        'Only form and file_upload can need one: it goes with another type, and with steps of the team',
      ),
      reviewer_id: StepFields.shape.reviewer_id,
    }),
    z.strictObject({ action: z.literal('insert_step'), section_id: Id, step: StepFields, before: BeforeStep }),
    z.strictObject({
      action: z.literal('move_step'),
      id: Id,
      section_id: Id.optional().describe('Where it moves; without one, it stays in its section'),
      before: BeforeStep,
    }),
    z.strictObject({ action: z.literal('remove_step'), id: Id }),
  ])
  .meta({ id: 'DraftPartChange' })

/** Maximum number of changes in a request. */
const MAX_CHANGES = 200

export type DraftPartChange = z.output<typeof DraftPartChange>
/** Changes of parts of a draft. Interfaces, because declarations of operations show their names alone. */
export interface DraftChanges extends Array<DraftPartChange> {}
/** The same, as callers give them. */
export interface GivenDraftChanges extends Array<z.input<typeof DraftPartChange>> {}

export const DraftChanges: z.ZodType<DraftChanges, GivenDraftChanges> = z.array(DraftPartChange).min(1).max(MAX_CHANGES)
