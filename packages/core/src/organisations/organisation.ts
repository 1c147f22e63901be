import { z } from 'zod'
import { Metadata, OutputId, OutputMetadata, requiredText, Timestamp, text } from '../fields/fields.ts'
import { givenOf, shownOf, writable } from '../fields/record.ts'
import { MetadataMerge } from '../records/metadata.ts'

const HOST_NAME =
  /^(?=.{1,253}$)[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?(\.[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?)*$/u

const Domain = text(253)
  .regex(HOST_NAME, 'is not a host name such as example.com')
  .transform((domain) => domain.toLowerCase())

export const organisationFields = {
  id: OutputId,
  name: writable(requiredText(), z.string()),
  domain: writable(
    Domain.nullish().describe('Host name of the organisation, kept in lower case'),
    z.string().nullable(),
    null,
  ),
  external_id: writable(
    requiredText().nullish().describe('Its id in another system, unique in the workspace'),
    z.string().nullable(),
    null,
  ),
  metadata: writable(Metadata.optional().describe('Free-form, at most 32 KiB'), OutputMetadata, {}),
  contacts_count: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
}

export const Organisation = shownOf(organisationFields).meta({ id: 'Organisation' })
export type Organisation = z.infer<typeof Organisation>

/** The fields of the entity tag: without the count of contacts, which changes independently. */
export const OrganisationTag = Organisation.omit({ contacts_count: true })

export const OrganisationFields = givenOf(organisationFields)

export const OrganisationChanges = OrganisationFields.partial().extend({ metadata_merge: MetadataMerge })
