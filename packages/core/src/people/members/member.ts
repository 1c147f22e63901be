import { z } from 'zod'
import { GRANTED_ROLES } from '../../access/rights.ts'
import { Id, OutputId, Timestamp } from '../../fields/fields.ts'

export const Member = z
  .object({
    user_id: OutputId,
    name: z.string(),
    email: z.string(),
    role: z.string(),
    second_factor_since: Timestamp.nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'Member' })

export const MemberReference = z.strictObject({ user_id: Id })
export const MemberRole = z.strictObject({ user_id: Id, role: z.enum(GRANTED_ROLES) })
