import { z } from 'zod'
import { GRANTABLE_ROLES } from '../../access/rights.ts'
import { Email, OutputId, showingSecret, Timestamp, text } from '../../fields/fields.ts'

export const InvitationFields = z.strictObject({
  email: Email,
  role: z.enum(GRANTABLE_ROLES),
  message: text(1000).default('').describe('The invitation as shown to the invited person'),
})

export const Invitation = z
  .object({
    id: OutputId,
    email: z.string(),
    role: z.string(),
    message: z.string(),
    invited_by: z.string().describe('Name of the inviting member'),
    expires_at: Timestamp,
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Invitation' })

/** The response that contains the link, which is stored only as a hash. */
export const NewInvitation = showingSecret(
  Invitation.extend({ url: z.string().describe('Returned only once') }).meta({
    id: 'NewInvitation',
  }),
)

/** The invitation as shown to the invited person; the inviting member has the link too, and must not learn who has an account. */
export const ReceivedInvitation = z.object({
  workspace: z.string(),
  email: z.string(),
  role: z.string(),
  message: z.string(),
  invited_by: z.string(),
  expires_at: Timestamp,
})
