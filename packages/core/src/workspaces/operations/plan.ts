import { z } from 'zod'
import { existing } from '../../errors.ts'
import { recordOf } from '../../fields/fields.ts'
import { countOpen } from '../../imports/store.ts'
import { operation } from '../../operation/operation.ts'
import { countOf } from '../../records/counters.ts'
import type { Reader } from '../../storage/database.ts'
import { countEndpoints } from '../../webhooks/store.ts'
import { ENTITLEMENTS, LIMITED, type Limited } from '../contract.ts'
import { limitOf } from '../plans.ts'
import { slotsTaken } from '../quotas/slots.ts'
import { storedKib } from '../quotas/storage.ts'
import { findWorkspace } from '../store.ts'

export const getPlan = operation({
  name: 'get_plan',
  summary: 'Get the limits of the workspace plan, and their usage',
  access: 'workspace:read',
  does: ['reads'],
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
          limit: z.int().nullable().describe('null: unlimited'),
        }),
      ),
    }),
  ),
  run: ({ caller: { workspace_id, plan }, store: { read }, now }) =>
    read(async (reader) => {
      const workspace = existing(await findWorkspace(reader, workspace_id))
      const at = { workspace_id, now: now() }
      const limits = []
      for (const name of LIMITED)
        limits.push({ name, used: await usedOf(reader, at, name), limit: limitOf(plan, name) ?? null })
      const entitlements = ENTITLEMENTS.map((name) => ({ name, included: plan.entitlements.includes(name) }))
      return { data: { name: workspace.plan, entitlements, limits } }
    }),
})

function usedOf(reader: Reader, { workspace_id, now }: { workspace_id: string; now: string }, name: Limited) {
  if (name === 'webhook_endpoints') return countEndpoints(reader, workspace_id)
  if (name === 'imports') return countOpen(reader, workspace_id)
  if (name === 'uploads' || name === 'exports') return slotsTaken(reader, workspace_id, name, now)
  if (name === 'storage_megabytes') return storedKib(reader, workspace_id).then((kib) => Math.ceil(kib / 1024))
  return countOf(reader, workspace_id, name)
}
