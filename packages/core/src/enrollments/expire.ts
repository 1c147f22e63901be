import type { Context } from '../context.ts'
import type { Tx } from '../storage/database.ts'
import { recordEnrollmentEvent } from './events/emit.ts'
import { changeEnrollment } from './plan/replan.ts'
import * as store from './store.ts'
import { enter, isOpen } from './transitions.ts'

const BATCH = 200

/** Expires overdue enrollments of all workspaces, in short transactions. @returns how many */
export async function expireOverdue(context: Context, now: string): Promise<number> {
  for (let total = 0; ; ) {
    const overdue = await context.store.read((reader) => store.overdueEnrollments(reader, now, BATCH))
    await context.store.write(async (tx) => {
      for (const { workspace_id, id } of overdue) await expireIfOverdue(tx, context, workspace_id, id)
    })
    total += overdue.length
    if (overdue.length < BATCH) return total
  }
}

/** Expires an overdue enrollment. */
export async function expireIfOverdue(tx: Tx, context: Context, workspace_id: string, id: string): Promise<void> {
  await tx.connection.dialect.lockRecord(tx.connection, id)
  const at = tx.stamp
  const before = await store.findEnrollment(tx, workspace_id, id, 'change')
  // It may have been completed or extended meanwhile.
  if (!before || !isOpen(before.status) || before.expires_at === null || before.expires_at > tx.time) return
  const after = await changeEnrollment(tx, before, { ...enter(before, 'expired', at), updated_at: at })
  await recordEnrollmentEvent(tx, context, 'enrollment.expired', after, at)
}
