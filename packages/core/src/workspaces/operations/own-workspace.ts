import { z } from 'zod'
import { AppError, existing } from '../../errors.ts'
import { recordOf, requiredText } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { findRole } from '../../people/members/store.ts'
import { GivenPassword } from '../../people/passwords.ts'
import { requirePassword } from '../../people/require-password.ts'
import { changeWorkspace, shownWorkspace } from '../change.ts'
import { endWorkspace } from '../erase/end.ts'
import { eraseEndedWorkspaces } from '../erase/erase.ts'
import { findWorkspace, hasAnother, queueForSetUp } from '../store.ts'
import { OwnWorkspace, WorkspaceChanges } from '../workspace.ts'

export const getWorkspace = operation({
  name: 'get_workspace',
  summary: 'Get the workspace with its brand',
  access: 'workspace:read',
  does: ['reads'],
  status: 200,
  input: z.strictObject({}),
  output: recordOf(
    OwnWorkspace.extend({ is_only: z.boolean().describe('Whether the instance has no other workspace') }).meta({
      id: 'WorkspaceOfInstance',
    }),
  ),
  run: ({ caller: { workspace_id }, store: { read }, settings }) =>
    read(async (reader) => {
      const workspace = shownWorkspace(settings, existing(await findWorkspace(reader, workspace_id)))
      return { data: { ...workspace, is_only: !(await hasAnother(reader, workspace_id)) } }
    }),
})

export const updateWorkspace = operation({
  name: 'update_workspace',
  summary: "Change the workspace's name, brand, language, time zone or mail sender",
  access: 'workspace:write',
  audit: ['workspace.changed'],
  status: 200,
  input: WorkspaceChanges,
  output: recordOf(OwnWorkspace),
  run: (context, changes) => context.store.write((tx) => changeWorkspace(tx, context, changes)),
})

export const deleteOwnWorkspace = operation({
  name: 'delete_own_workspace',
  summary: 'Permanently delete the workspace with everything in it',
  description:
    'Accounts of people are kept. Access ends immediately; the contents are erased soon after. The only workspace of an ' +
    'instance can be deleted only with the command delete-workspace, because another cannot be created in the browser.',
  access: 'workspace:manage',
  audit: ['workspace.deleted'],
  status: 204,
  input: z.strictObject({
    name: requiredText().describe('Name of the workspace, as confirmation'),
    password: GivenPassword.describe('Password of the owner'),
  }),
  output: z.void(),
  async run(context, { name, password }) {
    const { caller, store, now, background } = context
    await requirePassword(context, password)
    await store.write(async (tx) => {
      // Of two concurrent deletions, the second sees the result of the first.
      await queueForSetUp(tx, now())
      const workspace = existing(await findWorkspace(tx, caller.workspace_id))
      if ((await findRole(tx, workspace.id, caller.id)) !== 'owner')
        throw new AppError('forbidden', 'You are no longer the owner', { reason: 'owner_no_more' })
      if (!(await hasAnother(tx, workspace.id)))
        throw new AppError(
          'conflict',
          'This is the only workspace of the instance. The operator can delete it: handrail delete-workspace',
          { reason: 'last_workspace' },
        )
      await endWorkspace(tx, context, { workspace, name })
    })
    background.run(() => eraseEndedWorkspaces(store, now()))
  },
})
