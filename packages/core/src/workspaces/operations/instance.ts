import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { AppError, existing, notFound, validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { RecordId, recordOf, requiredText } from '../../fields/fields.ts'
import { newId } from '../../ids.ts'
import { operation } from '../../operation/operation.ts'
import { insertMembership } from '../../people/members/store.ts'
import { hashNewPassword } from '../../people/passwords.ts'
import { deleteTicketsFor } from '../../people/sign-in/tickets.ts'
import { ensureUser } from '../../people/store.ts'
import type { Settings } from '../../settings.ts'
import type { Tx } from '../../storage/database.ts'
import { endWorkspace } from '../erase/end.ts'
import { eraseWorkspace } from '../erase/erase.ts'
import { SELF_HOSTED_PLAN } from '../plans.ts'
import * as store from '../store.ts'
import { Workspace, WorkspaceFields } from '../workspace.ts'

export const createWorkspace = operation({
  name: 'create_workspace',
  summary: 'Create a workspace, with its owner if given',
  access: 'instance:manage',
  audit: ['workspace.created'],
  status: 201,
  input: WorkspaceFields,
  output: recordOf(Workspace),
  async run(context, fields) {
    const password_hash = await ownersHash(fields)
    return context.store.write((tx) => insertWithOwner(tx, context, fields, password_hash))
  },
})

export const createFirstWorkspace = operation({
  name: 'create_first_workspace',
  summary: 'Create the first workspace of this instance',
  description: 'Returns a conflict if there is one. Of several processes that start together, one creates it.',
  access: 'instance:manage',
  audit: ['workspace.created'],
  status: 201,
  input: WorkspaceFields,
  output: recordOf(Workspace),
  async run(context, fields) {
    const password_hash = await ownersHash(fields)
    return context.store.write(async (tx) => {
      await store.queueForSetUp(tx, context.now())
      if ((await store.allWorkspaces(tx)).length > 0)
        throw new AppError('conflict', 'This instance has a workspace already', { reason: 'set_up_already' })
      await deleteTicketsFor(tx, 'set_up')
      return insertWithOwner(tx, context, fields, password_hash)
    })
  },
})

type Fields = z.output<typeof WorkspaceFields>

async function ownersHash({ name, owner }: Fields): Promise<string | null> {
  return owner?.password === undefined
    ? null
    : hashNewPassword(owner.password, [owner.name, owner.email, name], 'owner.password')
}

async function insertWithOwner(tx: Tx, context: Context, fields: Fields, password_hash: string | null) {
  const { settings, now } = context
  const { name, plan = SELF_HOSTED_PLAN, owner } = fields
  requirePlan(settings, plan)
  const at = now()
  const workspace = { id: newId(), name, plan, created_at: at, updated_at: at }
  await store.insertWorkspace(tx, workspace)
  if (owner) {
    const user_id = await ensureUser(tx, { email: owner.email, name: owner.name, password_hash, at })
    await insertMembership(tx, { workspace_id: workspace.id, user_id, role: 'owner', at })
  }
  const subject = { workspace_id: workspace.id, subject_id: workspace.id }
  await recordAudit(tx, context, { action: 'workspace.created', ...subject })
  return { data: workspace }
}

export const changeWorkspacePlan = operation({
  name: 'change_workspace_plan',
  summary: 'Change the plan of a workspace',
  description: 'Features that the new plan does not include end with the next request.',
  access: 'instance:manage',
  audit: ['workspace.plan_changed'],
  status: 200,
  input: z.strictObject({ id: RecordId, plan: requiredText(100) }),
  output: recordOf(Workspace),
  run: (context, { id, plan }) =>
    context.store.write(async (tx) => {
      const { settings, tokens, now } = context
      requirePlan(settings, plan)
      const previous = await store.findWorkspace(tx, id)
      if (!previous) throw notFound()
      if (previous.plan === plan) return { data: previous }
      const workspace = { ...previous, plan, updated_at: now() }
      await store.updatePlan(tx, workspace)
      await tokens.forgetAfter(tx)
      const subject = { workspace_id: id, subject_id: id }
      await recordAudit(tx, context, {
        action: 'workspace.plan_changed',
        ...subject,
        details: { former: previous.plan, plan },
      })
      return { data: workspace }
    }),
})

function requirePlan({ plans }: Settings, plan: string): void {
  if (Object.hasOwn(plans, plan)) return
  throw validationError({ plan: fieldError('not_an_option', `is not one of ${Object.keys(plans).join(', ')}`) })
}

export const listWorkspaces = operation({
  name: 'list_workspaces',
  summary: 'List the workspaces of this instance, oldest first',
  access: 'instance:manage',
  does: ['reads'],
  status: 200,
  input: z.strictObject({}),
  output: z.object({ data: z.array(Workspace) }),
  run: ({ store: { read } }) => read(async (reader) => ({ data: await store.allWorkspaces(reader) })),
})

export const deleteWorkspace = operation({
  name: 'delete_workspace',
  summary: 'Permanently delete a workspace with everything in it',
  description:
    'Accounts of people are kept, because they can belong to other workspaces. API keys and connections end first.',
  access: 'instance:manage',
  audit: ['workspace.deleted'],
  status: 204,
  input: z.strictObject({ id: RecordId, name: requiredText().describe('Name of the workspace, as confirmation') }),
  output: z.void(),
  async run(context, { id, name }) {
    const { store: storage } = context
    await storage.write(async (tx) => {
      await endWorkspace(tx, context, { workspace: existing(await store.findWorkspace(tx, id)), name })
    })
    await eraseWorkspace(storage, id)
  },
})
