import { z } from 'zod'
import { existing } from '../../errors.ts'
import { recordOf } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { changeWorkspace, shownWorkspace } from '../change.ts'
import { findWorkspace } from '../store.ts'
import { OwnWorkspace, WorkspaceChanges } from '../workspace.ts'

export const getWorkspace = operation({
  name: 'get_workspace',
  summary: 'Get the workspace with its brand',
  access: 'workspace:read',
  status: 200,
  input: z.strictObject({}),
  output: recordOf(OwnWorkspace),
  run: ({ caller: { workspace_id }, store: { read }, settings }) =>
    read(async (reader) => ({
      data: shownWorkspace(settings, existing(await findWorkspace(reader, workspace_id))),
    })),
})

export const updateWorkspace = operation({
  name: 'update_workspace',
  summary: "Change the workspace's name, brand, language, time zone or who its mail is from",
  access: 'workspace:write',
  status: 200,
  input: WorkspaceChanges,
  output: recordOf(OwnWorkspace),
  run: (context, changes) => context.store.write((tx) => changeWorkspace(tx, context, changes)),
})
