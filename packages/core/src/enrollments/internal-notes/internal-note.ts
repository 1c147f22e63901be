import { z } from 'zod'
import { Id, OutputId, requiredText, Timestamp } from '../../fields/fields.ts'

/** Maximum number of members that a note can mention. */
const MAX_MENTIONS = 20
const MAX_BODY = 5000

/** What members write to each other about an enrollment. */
export const InternalNote = z
  .object({
    id: OutputId,
    enrollment_id: OutputId,
    step_id: OutputId.nullable(),
    user_id: OutputId.nullable().describe('The member who wrote it; null for a program'),
    author_name: z.string(),
    written_with: z.string().nullable().describe('The application or key with which it was written'),
    body: z.string(),
    mentions: z.array(OutputId),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'InternalNote' })
export type InternalNote = z.infer<typeof InternalNote>

/** The part of a note that events have: nothing that was written. */
export const ToldInternalNote = InternalNote.omit({ body: true, written_with: true }).meta({
  id: 'InternalNoteReference',
})

export const InternalNoteFields = z.strictObject({
  body: requiredText(MAX_BODY).describe('Plain text'),
  step_id: Id.nullable().optional().describe('A step of the guide; null: the whole enrollment'),
  mentions: z.array(Id).max(MAX_MENTIONS).optional().describe('IDs of members, who get it in their inbox and by mail'),
})

export const InternalNoteChanges = InternalNoteFields.omit({ step_id: true }).partial()
