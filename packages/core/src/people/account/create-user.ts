import { z } from 'zod'
import { ROLES } from '../../access/rights.ts'
import { recordDeed } from '../../audit/record.ts'
import { validationError } from '../../errors.ts'
import { Email, OutputId, recordOf, requiredText } from '../../fields/fields.ts'
import { newId } from '../../ids.ts'
import { operation } from '../../operation/operation.ts'
import { UniqueViolation } from '../../storage/database.ts'
import { insertMembership } from '../../workspaces/store.ts'
import { hashPassword, NewPassword } from '../passwords.ts'
import { insertUser } from './store.ts'

const PROBLEMS: Record<string, [string, string]> = {
  'users.email': ['email', 'already has an account'],
  'memberships.workspace_id': ['role', 'is taken: the workspace has an owner'],
}

export const createUser = operation({
  name: 'create_user',
  summary: 'Create the account of a person in a workspace',
  description: 'Without a password the person can sign in once they have chosen one, through a link.',
  access: 'instance:manage',
  status: 201,
  tool: false,
  input: z.strictObject({
    email: Email,
    name: requiredText(),
    role: z.enum(ROLES),
    password: NewPassword.optional(),
  }),
  output: recordOf(z.object({ id: OutputId, email: z.string(), name: z.string(), role: z.string() })),
  async run(context, { email, name, role, password }) {
    const { workspace_id } = context.caller
    const password_hash = password === undefined ? null : await hashPassword(password)
    try {
      return await context.store.write(async (tx) => {
        const id = newId()
        const at = context.now()
        await insertUser(tx, { id, email, name, password_hash, at })
        await insertMembership(tx, { workspace_id, user_id: id, role, at })
        await recordDeed(tx, context, { action: 'user.created', subject_id: id, details: { email, role } })
        return { data: { id, email, name, role } }
      })
    } catch (error) {
      const problem = error instanceof UniqueViolation ? PROBLEMS[error.column] : undefined
      if (!problem) throw error
      throw validationError({ [problem[0]]: [problem[1]] })
    }
  },
})
