import { z } from 'zod'
import { LANGUAGES } from '../contract/languages.ts'
import {
  CreatedAt,
  Email,
  Id,
  Metadata,
  OutputEmail,
  OutputId,
  OutputMetadata,
  OwnId,
  optionalVisibleName,
  requiredText,
  Timestamp,
  UpdatedAt,
  visibleName,
} from '../fields/fields.ts'
import { givenOf, shownOf, writable } from '../fields/record.ts'
import { MetadataMerge } from '../records/metadata.ts'

export const contactFields = {
  id: OwnId,
  email: writable(
    Email.describe('Unique in the workspace; kept in lower case').meta({
      reference:
        'E-mail address, unique among the contacts of the workspace; stored in lower case. Once the contact is deleted, the address can be used again.',
    }),
    OutputEmail,
  ),
  first_name: writable(
    visibleName().meta({ reference: 'Given name, as mail and the guide address the person.' }),
    z.string(),
  ),
  last_name: writable(
    optionalVisibleName().nullish().meta({ reference: 'Family name; an empty string if it is not known.' }),
    z.string(),
    '',
  ),
  external_id: writable(
    requiredText().nullish().describe('Its id in another system, unique in the workspace').meta({
      reference:
        'The id of this contact in a system of yours, such as a CRM; unique among the contacts of the workspace. `null` if there is none.',
    }),
    z.string().nullable(),
    null,
  ),
  organisation_id: writable(
    Id.nullish()
      .describe('The organisation that the contact belongs to')
      .meta({ reference: 'The organisation that the contact belongs to; `null` for none.' }),
    OutputId.nullable(),
    null,
  ),
  language: writable(
    z.enum(LANGUAGES).nullish().describe("null: the workspace's default").meta({
      reference: 'Language of the guide and of mail for this person; `null` for the default language of the workspace.',
    }),
    z.enum(LANGUAGES).nullable(),
    null,
  ),
  metadata: writable(
    Metadata.optional().describe('Free-form, at most 32 KiB').meta({
      reference:
        'Values of your own, as a JSON object of at most 32 KiB. Sent on an update, it replaces the stored object as a whole; `metadata_merge` changes single keys.',
    }),
    OutputMetadata,
    {},
  ),
  unsubscribed_at: Timestamp.nullable().describe('When reminders were declined').meta({
    reference:
      'When the person opted out of reminders and daily mail; `null` if they have not. Invitations and answers are still sent.',
  }),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
}

export const Contact = shownOf(contactFields).meta({ id: 'Contact', reference: 'A person whom you onboard.' })
export type Contact = z.infer<typeof Contact>

export const ContactFields = givenOf(contactFields)
export const ContactChanges = ContactFields.partial().extend({ metadata_merge: MetadataMerge })
