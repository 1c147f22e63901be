import { z } from 'zod'
import { GRANTABLE_ROLES } from '../../access/rights.ts'
import { Id, OutputEmail, OutputId, Timestamp } from '../../fields/fields.ts'

export const Member = z
  .object({
    user_id: OutputId,
    name: z.string(),
    email: z.string(),
    role: z.string(),
    gets_unassigned_mail: z
      .boolean()
      .describe('Whether an owner or admin gets mail about enrollments without an assignee'),
    second_factor_since: Timestamp.nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'Member' })

/** A member as programs see them. */
export const TeamMember = z
  .object({
    id: OutputId.describe('As `assignee_id`, `reviewer_id` and `mentions` take it'),
    name: z.string().meta({ reference: 'First and last name, as the member wrote them.' }),
    email: OutputEmail.meta({ reference: 'The address with which the member signs in.' }),
    role: z.string().describe('viewer, editor, admin or owner'),
    created_at: Timestamp.describe('When the person joined the workspace'),
  })
  .meta({ id: 'TeamMember' })

/** A member as the others see them. */
export const Colleague = z.object({ user_id: OutputId, name: z.string(), role: z.string() }).meta({ id: 'Colleague' })

/** The role and rights in a workspace. */
export const OwnRights = z.object({ role: z.string(), rights: z.array(z.string()) }).meta({ id: 'OwnRights' })

/** The roles that manage a workspace. */
export const ADMIN_ROLES: readonly string[] = ['owner', 'admin']

export const MemberReference = z.strictObject({ user_id: Id })
export const MemberRole = z.strictObject({ user_id: Id, role: z.enum(GRANTABLE_ROLES) })
