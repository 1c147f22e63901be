import { z } from 'zod'
import { LANGUAGES } from '../contract/languages.ts'
import {
  Email,
  Id,
  Metadata,
  OutputEmail,
  OutputId,
  OutputMetadata,
  requiredText,
  Timestamp,
  text,
} from '../fields/fields.ts'
import { givenOf, shownOf, writable } from '../fields/record.ts'
import { MetadataMerge } from '../records/metadata.ts'

export const contactFields = {
  id: OutputId,
  email: writable(Email.describe('Unique in the workspace; kept in lower case'), OutputEmail),
  first_name: writable(requiredText(), z.string()),
  last_name: writable(text().nullish(), z.string(), ''),
  external_id: writable(
    requiredText().nullish().describe('Its id in another system, unique in the workspace'),
    z.string().nullable(),
    null,
  ),
  organisation_id: writable(
    Id.nullish().describe('The organisation that the contact belongs to'),
    OutputId.nullable(),
    null,
  ),
  language: writable(
    z.enum(LANGUAGES).nullish().describe("null: the workspace's default"),
    z.enum(LANGUAGES).nullable(),
    null,
  ),
  metadata: writable(Metadata.optional().describe('Free-form, at most 32 KiB'), OutputMetadata, {}),
  unsubscribed_at: Timestamp.nullable().describe('When reminders were declined'),
  created_at: Timestamp,
  updated_at: Timestamp,
}

export const Contact = shownOf(contactFields).meta({ id: 'Contact' })
export type Contact = z.infer<typeof Contact>

export const ContactFields = givenOf(contactFields)
export const ContactChanges = ContactFields.partial().extend({ metadata_merge: MetadataMerge })
