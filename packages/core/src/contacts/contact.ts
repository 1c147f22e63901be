import { z } from 'zod'
import { Email, Id, Metadata, OutputId, OutputMetadata, requiredText, Timestamp, text } from '../fields/fields.ts'

export const Contact = z
  .object({
    id: OutputId,
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    external_id: z.string().nullable(),
    organisation_id: OutputId.nullable(),
    metadata: OutputMetadata,
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Contact' })

export const ContactFields = z.strictObject({
  email: Email.describe('Unique among the contacts of the workspace; kept in lower case'),
  first_name: requiredText(),
  last_name: text().nullish(),
  external_id: requiredText().nullish().describe("The contact's id in another system, unique in the workspace"),
  organisation_id: Id.nullish().describe('The organisation that the contact belongs to'),
  metadata: Metadata.optional().describe('Free-form, at most 32 KiB; replaced as a whole'),
})

export const ContactChanges = ContactFields.partial()

/** A contact as it is stored, with what the wire does not show. */
export interface ContactRow extends z.infer<typeof Contact> {
  search_text: string
}
