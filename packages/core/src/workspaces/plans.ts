import { z } from 'zod'
import { AppError } from '../errors.ts'
import { countOf } from '../records/counters.ts'
import type { Reader, Tx } from '../storage/database.ts'
import { ENTITLEMENTS, type Entitlement, LIMITED, type Limited } from './contract.ts'

/** A plan: the features of a workspace, and their limits. A limit that is not set does not apply, except for the defaults below. */
export const Plan = z.strictObject({
  entitlements: z.array(z.enum(ENTITLEMENTS)),
  limits: z.partialRecord(z.enum(LIMITED), z.int().min(0)).default({}),
})
export type Plan = z.infer<typeof Plan>

/** Plans by name. */
export const Plans = z.record(z.string(), Plan)

/** Each endpoint gets a delivery for every event; the others use resources that all workspaces share. */
const DEFAULT_LIMITS: Plan['limits'] = { webhook_endpoints: 100, imports: 20, uploads: 1000, exports: 3 }

/** The plan of a self-hosted instance: everything, without limits. */
export const SELF_HOSTED_PLAN = 'self-hosted'

export const BUILT_IN_PLANS = {
  [SELF_HOSTED_PLAN]: { entitlements: [...ENTITLEMENTS], limits: {} },
} satisfies Record<string, Plan>

/** The plan of a workspace whose plan is missing from the configuration: it includes nothing. */
export const NO_PLAN: Plan = { entitlements: [], limits: {} }

/** @throws AppError `forbidden` */
export function requireEntitlement(plan: Plan, entitlement: Entitlement): void {
  if (plan.entitlements.includes(entitlement)) return
  throw new AppError('forbidden', `The plan of this workspace does not include ${entitlement}`, {
    reason: 'not_in_plan',
  })
}

/** The limit of a workspace; undefined if there is none. */
export function limitOf(plan: Plan, resource: Limited): number | undefined {
  return plan.limits[resource] ?? DEFAULT_LIMITS[resource]
}

/**
 * @internal Enforces the limit of a plan.
 * @param count the current number, if there is no counter
 * @throws AppError `forbidden` if the workspace has reached the limit
 */
export async function requireQuota(
  tx: Tx,
  plan: Plan,
  workspace_id: string,
  resource: Limited,
  count = () => countOf(tx, workspace_id, resource),
): Promise<void> {
  const limit = limitOf(plan, resource)
  if (limit === undefined) return
  // Of two concurrent requests for the last place, the second waits and is then rejected.
  await tx.connection.dialect.lockRecord(tx.connection, `${workspace_id} ${resource}`)
  if ((await count()) < limit) return
  throw quotaReached(resource, limit)
}

/**
 * @internal Checks before a change of many records whether the plan has room for all of them. `requireQuota` decides about each.
 * @throws AppError `forbidden`
 */
export async function requireRoom(
  reader: Reader,
  plan: Plan,
  { workspace_id, resource, more }: { workspace_id: string; resource: Limited; more: number },
): Promise<void> {
  const limit = limitOf(plan, resource)
  if (limit === undefined || (await countOf(reader, workspace_id, resource)) + more <= limit) return
  throw quotaReached(resource, limit)
}

function quotaReached(resource: Limited, limit: number): AppError {
  const what = resource.replaceAll('_', ' ')
  return new AppError('forbidden', `The plan of this workspace allows at most ${limit} ${what}`)
}
