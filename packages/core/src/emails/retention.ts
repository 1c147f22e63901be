import type { Context } from '../context.ts'
import { deleteSome } from '../storage/steps/delete-some.ts'
import { inSteps } from '../storage/steps/steps.ts'
import { DAY_MS, later } from '../times.ts'

const KEPT_MS = 90 * DAY_MS

/** Deletes mail that is older than 90 days. */
export async function forgetOldEmails({ store }: Context, now: string): Promise<void> {
  const oldest = later(now, -KEPT_MS)
  await inSteps(store, (tx, rows) => deleteSome(tx, 'emails', [['created_at', '<', oldest]], rows))
}
