import type { Context } from '../context.ts'
import type { Tx } from '../storage/database.ts'
import { recordEnrollmentEvent } from './events/emit.ts'
import { deadline, inTimedSteps } from './plan/renewal/timed-steps.ts'
import { changeEnrollment } from './plan/replan.ts'
import * as store from './store.ts'
import { enter, isOpen } from './transitions.ts'

const BATCH = 200

type Overdue = Awaited<ReturnType<typeof store.overdueEnrollments>>[number]

/** Expires overdue enrollments of all workspaces. What takes too long is left for the next time. */
export async function expireOverdue(context: Context, now: string): Promise<void> {
  const until = deadline()
  const expire = (tx: Tx, { workspace_id, id }: Overdue) => expireIfOverdue(tx, context, workspace_id, id)
  for (;;) {
    const overdue = await context.store.read((reader) => store.overdueEnrollments(reader, now, BATCH))
    if (!(await inTimedSteps(context.store, overdue, until, expire)) || overdue.length < BATCH) return
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
