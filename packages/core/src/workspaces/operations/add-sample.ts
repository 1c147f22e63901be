import { z } from 'zod'
import { rightsOf } from '../../access/rights.ts'
import { recordAudit } from '../../audit/record.ts'
import type { Caller } from '../../caller.ts'
import type { Context } from '../../context.ts'
import { AppError, existing } from '../../errors.ts'
import { recordOf } from '../../fields/fields.ts'
import { newId } from '../../ids.ts'
import { operation } from '../../operation/operation.ts'
import { insertMembership } from '../../people/members/store.ts'
import { addSampleData, SAMPLE_NAME } from '../../sample/add-sample-data.ts'
import { eraseWorkspace } from '../erase/erase.ts'
import { BUILT_IN_PLANS, SELF_HOSTED_PLAN } from '../plans.ts'
import * as store from '../store.ts'
import { Workspace } from '../workspace.ts'

export const addSampleWorkspace = operation({
  name: 'add_sample_workspace',
  summary: 'Create a sample workspace for the caller, with guides and made-up customers',
  description:
    '4 guides, 40 contacts in 8 organisations and 61 enrollments, one of them a plan with five people, dates and steps of the team, on the plan of this workspace. It sends no ' +
    'mail. A person can have one at a time; delete_own_workspace deletes it.',
  access: 'workspace:manage',
  audit: ['workspace.created'],
  status: 201,
  input: z.strictObject({}),
  output: recordOf(Workspace),
  async run(context) {
    const { caller } = context
    if (caller.kind !== 'member') throw new AppError('forbidden', 'Only a person can create a sample workspace')
    const workspace = await insert(context)
    const { id: workspace_id } = workspace
    // The complete plan, so that the sample is always whole.
    const plan = BUILT_IN_PLANS[SELF_HOSTED_PLAN]
    const owner: Caller = { kind: 'member', id: caller.id, workspace_id, rights: rightsOf('owner'), plan }
    try {
      await addSampleData({ ...context, caller: owner }, caller.id)
    } catch (error) {
      // An incomplete sample is useless, and would prevent creating another.
      await context.store.write((tx) => store.endAccess(tx, workspace_id))
      await eraseWorkspace(context.store, workspace_id)
      throw error
    }
    return { data: workspace }
  },
})

async function insert(context: Context): Promise<z.input<typeof Workspace>> {
  const { caller, now } = context
  return context.store.write(async (tx) => {
    const { plan } = existing(await store.findWorkspace(tx, caller.workspace_id))
    const at = now()
    const workspace = { id: newId(), name: SAMPLE_NAME, plan, created_at: at, updated_at: at }
    if (!(await store.insertSample(tx, { ...workspace, sample_of: caller.id })))
      throw new AppError('conflict', 'You have a sample workspace already: delete it before you add another', {
        reason: 'sample_already',
      })
    await insertMembership(tx, { workspace_id: workspace.id, user_id: caller.id, role: 'owner', at })
    const subject = { workspace_id: workspace.id, subject_id: workspace.id }
    await recordAudit(tx, context, { action: 'workspace.created', ...subject })
    return workspace
  })
}
