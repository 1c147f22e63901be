import type { Context } from '../context.ts'
import { recordEnrollmentEvent } from './events.ts'
import * as store from './store.ts'
import { enter } from './transitions.ts'

const BATCH = 200

/** Expires what is past its time, in all workspaces, in batches that do not hold up others. @returns how many */
export async function expireOverdue(context: Context): Promise<number> {
  for (let total = 0; ; ) {
    const expired = await context.store.write(async (tx) => {
      const at = context.now()
      const overdue = await store.overdueEnrollments(tx, at, BATCH)
      for (const before of overdue) {
        const after = { ...enter(before, 'expired', at), updated_at: at }
        await store.updateEnrollmentRow(tx, before, after)
        await recordEnrollmentEvent(tx, context, 'enrollment.expired', after, at)
      }
      return overdue.length
    })
    total += expired
    if (expired < BATCH) return total
  }
}
