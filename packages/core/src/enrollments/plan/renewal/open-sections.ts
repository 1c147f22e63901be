import type { Context } from '../../../context.ts'
import type { Tx } from '../../../storage/database.ts'
import { type DueSection, dueSections } from '../../gates/store.ts'
import { findEnrollment } from '../../store.ts'
import { replan } from '../replan.ts'
import { deadline, inTimedSteps } from './timed-steps.ts'

const BATCH = 200

/** Opens the sections of all workspaces whose date has come, in short steps. */
export async function openDueSections({ store }: Pick<Context, 'store'>, now: string): Promise<void> {
  const until = deadline()
  for (let after: DueSection | undefined; ; ) {
    const due = await store.read((reader) => dueSections(reader, now, after, BATCH))
    if (!(await inTimedSteps(store, due, until, openIfDue))) return
    if (due.length < BATCH) return
    after = due.at(-1)
  }
}

async function openIfDue(tx: Tx, { workspace_id, enrollment_id: id }: DueSection): Promise<void> {
  await tx.connection.dialect.lockRecord(tx.connection, id)
  const enrollment = await findEnrollment(tx, workspace_id, id, 'change')
  if (enrollment) await replan(tx, enrollment)
}
