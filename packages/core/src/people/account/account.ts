import { z } from 'zod'
import { OutputId, Timestamp, visibleName } from '../../fields/fields.ts'

/** A person's own account. */
export const Account = z
  .object({
    id: OutputId,
    name: z.string(),
    email: z.string(),
    second_factor_since: Timestamp.nullable(),
    recovery_codes_count: z.int().describe('Recovery codes that are not yet used'),
    created_at: Timestamp,
  })
  .meta({ id: 'Account' })

export const AccountFields = z.strictObject({ name: visibleName() })

/** A workspace of the person, with the role in it. */
export const OwnMembership = z
  .object({
    workspace_id: OutputId,
    workspace: z.string().describe('The name of the workspace'),
    plan: z.string(),
    is_sample: z.boolean().describe('Whether it is a sample workspace with made-up customers'),
    role: z.string(),
    created_at: Timestamp,
  })
  .meta({ id: 'OwnMembership' })
