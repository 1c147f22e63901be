import { z } from 'zod'
import { Email, OutputId, requiredText, Timestamp } from '../fields/fields.ts'
import { NewPassword } from '../people/passwords.ts'

export const Workspace = z
  .object({ id: OutputId, name: z.string(), plan: z.string(), created_at: Timestamp, updated_at: Timestamp })
  .meta({ id: 'Workspace' })

export const WorkspaceFields = z.strictObject({
  name: requiredText(),
  plan: requiredText(100).optional().describe('A plan of the configuration; by default the one with everything'),
  owner: z
    .strictObject({ email: Email, name: requiredText(), password: NewPassword.optional() })
    .optional()
    .describe('The person who owns the workspace. Whoever has an account already keeps its name and password'),
})
