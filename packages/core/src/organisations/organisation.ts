import { z } from 'zod'
import { Metadata, OutputId, OutputMetadata, requiredText, Timestamp, text } from '../fields/fields.ts'

export const Organisation = z
  .object({
    id: OutputId,
    name: z.string(),
    domain: z.string().nullable(),
    metadata: OutputMetadata,
    contacts_count: z.int(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Organisation' })

const HOST_NAME =
  /^(?=.{1,253}$)[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?(\.[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?)*$/u

export const Domain = text(253)
  .regex(HOST_NAME, 'is not a host name such as example.com')
  .transform((domain) => domain.toLowerCase())

export const OrganisationFields = z.strictObject({
  name: requiredText(),
  domain: Domain.nullish().describe('Host name of the organisation, kept in lower case'),
  metadata: Metadata.optional().describe('Free-form, at most 32 KiB; replaced as a whole'),
})
