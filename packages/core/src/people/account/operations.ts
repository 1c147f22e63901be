import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { ROLES } from '../../contract/contract.ts'
import { noticeSecurity } from '../../emails/templates/security-notice.ts'
import { notFound, validationError } from '../../errors.ts'
import { type FieldErrors, fieldError } from '../../field-errors.ts'
import { Email, OutputId, recordOf, visibleName } from '../../fields/fields.ts'
import { newId } from '../../ids.ts'
import { operation } from '../../operation/operation.ts'
import { type Reader, UniqueViolation } from '../../storage/database.ts'
import { findWorkspace } from '../../workspaces/store.ts'
import { insertMembership, membershipsOf } from '../members/store.ts'
import { GivenPassword, hashNewPassword, NewPassword } from '../passwords.ts'
import { requirePassword } from '../require-password.ts'
import { countRecoveryCodes } from '../second-factor/store.ts'
import { deleteSessions } from '../sign-in/store.ts'
import { deleteTickets } from '../sign-in/tickets.ts'
import * as store from '../store.ts'
import { Account, AccountFields, OwnMembership } from './account.ts'

export const getAccount = operation({
  name: 'get_account',
  summary: 'Get the account of the caller',
  access: 'account:manage',
  does: ['reads'],
  status: 200,
  input: z.strictObject({}),
  output: recordOf(Account),
  run: ({ caller, store: { read } }) => read(async (reader) => ({ data: await accountOf(reader, caller.id) })),
})

export const updateAccount = operation({
  name: 'update_account',
  summary: 'Change the name of the caller',
  access: 'account:manage',
  audit: ['account.changed'],
  status: 200,
  input: AccountFields,
  output: recordOf(Account),
  run: (context, fields) =>
    context.store.write(async (tx) => {
      const { caller, now } = context
      await store.updateUser(tx, caller.id, { ...fields, at: now() })
      const details = { changed: Object.keys(fields).join(' ') }
      await recordAudit(tx, context, { action: 'account.changed', subject_id: caller.id, details })
      return { data: await accountOf(tx, caller.id) }
    }),
})

async function accountOf(reader: Reader, user_id: string) {
  const user = await store.findUser(reader, user_id)
  if (!user) throw notFound()
  return { ...user, recovery_codes_count: await countRecoveryCodes(reader, user_id) }
}

export const changePassword = operation({
  name: 'change_password',
  summary: 'Change the password of the caller',
  description: 'All other sessions end.',
  access: 'account:manage',
  audit: ['password.changed'],
  status: 204,
  input: z.strictObject({ current_password: GivenPassword, new_password: NewPassword }),
  output: z.void(),
  async run(context, { current_password, new_password }) {
    await requirePassword(context, current_password, 'current_password')
    const { caller, now } = context
    const personal = await context.store.read((reader) => store.personalTexts(reader, caller.id))
    const password_hash = await hashNewPassword(new_password, personal, 'new_password')
    await context.store.write(async (tx) => {
      await store.updateUser(tx, caller.id, { password_hash, at: now() })
      await deleteSessions(tx, { user_id: caller.id, except: caller.session_id })
      await deleteTickets(tx, caller.id)
      await recordAudit(tx, context, { action: 'password.changed', subject_id: caller.id })
      await noticeSecurity(tx, context, caller.id, { type: 'password_changed' })
    })
  },
})

export const listOwnMemberships = operation({
  name: 'list_own_memberships',
  summary: 'List the workspaces of the caller, by name',
  access: 'account:manage',
  does: ['reads'],
  status: 200,
  input: z.strictObject({}),
  output: z.object({ data: z.array(OwnMembership) }),
  run: ({ caller, store: { read } }) => read(async (reader) => ({ data: await membershipsOf(reader, caller.id) })),
})

const TAKEN: Record<string, FieldErrors> = {
  'users.email': { email: fieldError('taken', 'already has an account') },
  'memberships.workspace_id': { role: fieldError('taken', 'is taken: the workspace has an owner') },
}

async function ownHash(
  { store: { read }, caller }: Context,
  { email, name, password }: { email: string; name: string; password: string },
): Promise<string> {
  const workspace = await read((reader) => findWorkspace(reader, caller.workspace_id))
  return hashNewPassword(password, [email, name, workspace?.name ?? ''])
}

export const createUser = operation({
  name: 'create_user',
  summary: 'Create the account of a person in a workspace',
  description: 'Without a password, the person chooses one through a link before the first sign-in.',
  access: 'instance:manage',
  audit: ['user.created'],
  inWorkspace: true,
  status: 201,
  input: z.strictObject({
    email: Email,
    name: visibleName(),
    role: z.enum(ROLES),
    password: NewPassword.optional(),
  }),
  output: recordOf(z.object({ id: OutputId, email: z.string(), name: z.string(), role: z.string() })),
  async run(context, { email, name, role, password }) {
    const { workspace_id } = context.caller
    const password_hash = password === undefined ? null : await ownHash(context, { email, name, password })
    try {
      return await context.store.write(async (tx) => {
        const id = newId()
        const at = context.now()
        await store.insertUser(tx, { id, email, name, password_hash, at })
        await insertMembership(tx, { workspace_id, user_id: id, role, at })
        await recordAudit(tx, context, { action: 'user.created', subject_id: id, details: { email, role } })
        return { data: { id, email, name, role } }
      })
    } catch (error) {
      const problems = error instanceof UniqueViolation ? TAKEN[error.column] : undefined
      throw problems ? validationError(problems) : error
    }
  },
})
