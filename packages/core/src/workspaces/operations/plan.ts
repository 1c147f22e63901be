import { z } from 'zod'
import { existing } from '../../errors.ts'
import { recordOf } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { countOf } from '../../records/counters.ts'
import type { Reader } from '../../storage/database.ts'
import { countEndpoints } from '../../webhooks/store.ts'
import { ENTITLEMENTS, LIMITED, type Limited, limitOf } from '../plans.ts'
import { findWorkspace } from '../store.ts'

export const getPlan = operation({
  name: 'get_plan',
  summary: 'What the plan of the workspace includes, and how much of it is used',
  access: 'workspace:read',
  status: 200,
  input: z.strictObject({}),
  output: recordOf(
    z.object({
      name: z.string(),
      entitlements: z.array(z.object({ name: z.enum(ENTITLEMENTS), included: z.boolean() })),
      limits: z.array(
        z.object({
          name: z.enum(LIMITED),
          used: z.int().min(0),
          limit: z.int().nullable().describe('null: as many as there may be'),
        }),
      ),
    }),
  ),
  run: ({ caller: { workspace_id, plan }, store: { read } }) =>
    read(async (reader) => {
      const workspace = existing(await findWorkspace(reader, workspace_id))
      const limits = []
      for (const name of LIMITED)
        limits.push({ name, used: await usedOf(reader, workspace_id, name), limit: limitOf(plan, name) ?? null })
      const entitlements = ENTITLEMENTS.map((name) => ({ name, included: plan.entitlements.includes(name) }))
      return { data: { name: workspace.plan, entitlements, limits } }
    }),
})

function usedOf(reader: Reader, workspace_id: string, name: Limited): Promise<number> {
  return name === 'webhook_endpoints' ? countEndpoints(reader, workspace_id) : countOf(reader, workspace_id, name)
}
