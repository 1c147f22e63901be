import { z } from 'zod'
import { CreatedAt, Id, OutputId, OwnId, requiredText, UpdatedAt } from '../../fields/fields.ts'

/** Maximum number of members that a note can mention. */
const MAX_MENTIONS = 20
/** Maximum length of the text of a note. */
export const MAX_NOTE = 5000

/** What members write to each other about an enrollment. */
export const InternalNote = z
  .object({
    id: OwnId,
    enrollment_id: OutputId.meta({ reference: 'The enrollment that the note is about.' }),
    step_id: OutputId.nullable().meta({
      reference: 'The step that it is about; `null` for the enrollment as a whole.',
    }),
    user_id: OutputId.nullable()
      .describe('The member who wrote it; null for a program')
      .meta({ reference: 'The member who wrote it; `null` for a program.' }),
    author_name: z
      .string()
      .meta({ reference: 'Name of the member, key or application that wrote it, as known at that time.' }),
    written_with: z
      .string()
      .nullable()
      .describe('The application or key with which it was written')
      .meta({ reference: 'Name of the application or key with which it was written; `null` for the console.' }),
    body: z.string().meta({ reference: 'Text of the note.' }),
    mentions: z.array(OutputId).meta({ reference: 'Ids of the members who were notified.' }),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .meta({ id: 'InternalNote', reference: 'A note of the team on an enrollment, which contacts never see.' })
export type InternalNote = z.infer<typeof InternalNote>

/** The part of a note that events have: nothing that was written. */
export const ToldInternalNote = InternalNote.omit({ body: true, written_with: true }).meta({
  id: 'InternalNoteReference',
  reference: 'A note without its text.',
})

export const InternalNoteFields = z.strictObject({
  body: requiredText(MAX_NOTE).describe('Plain text'),
  step_id: Id.nullable().optional().describe('A step of the guide; null: the whole enrollment'),
  mentions: z.array(Id).max(MAX_MENTIONS).optional().describe('IDs of members, who get it in their inbox and by mail'),
})

export const InternalNoteChanges = InternalNoteFields.omit({ step_id: true }).partial()
