import { z } from 'zod'
import { CreatedAt, Metadata, OutputMetadata, OwnId, requiredText, text, UpdatedAt } from '../fields/fields.ts'
import { givenOf, shownOf, writable } from '../fields/record.ts'
import { MetadataMerge } from '../records/metadata.ts'

const HOST_NAME =
  /^(?=.{1,253}$)[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?(\.[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?)*$/u

const Domain = text(253)
  .regex(HOST_NAME, 'is not a host name such as example.com')
  .transform((domain) => domain.toLowerCase())

export const organisationFields = {
  id: OwnId,
  name: writable(requiredText().meta({ reference: 'Name of the company or institution.' }), z.string()),
  domain: writable(
    Domain.nullish()
      .describe('Host name of the organisation, kept in lower case')
      .meta({ reference: 'Host name such as `harbour.example`, stored in lower case; `null` if it is not known.' }),
    z.string().nullable(),
    null,
  ),
  external_id: writable(
    requiredText().nullish().describe('Its id in another system, unique in the workspace').meta({
      reference:
        'The id of this organisation in a system of yours, such as a CRM; unique among the organisations of the workspace. `null` if there is none.',
    }),
    z.string().nullable(),
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
  contacts_count: z
    .int()
    .meta({ reference: 'Number of its contacts. A change of this number does not change `updated_at`.' }),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
}

export const Organisation = shownOf(organisationFields).meta({
  id: 'Organisation',
  reference: 'A company or institution that contacts belong to.',
})
export type Organisation = z.infer<typeof Organisation>

/** The fields of the entity tag: without the count of contacts, which changes independently. */
export const OrganisationTag = Organisation.omit({ contacts_count: true })

export const OrganisationFields = givenOf(organisationFields)

export const OrganisationChanges = OrganisationFields.partial().extend({ metadata_merge: MetadataMerge })
