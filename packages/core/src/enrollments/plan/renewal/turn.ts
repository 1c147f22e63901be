import { and, asc, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Reader, Tx } from '../../../storage/database.ts'
import { findEnrollment } from '../../store.ts'
import { replan } from '../replan.ts'
import { deadline, inTimedSteps } from './timed-steps.ts'

const BATCH = 200

/** An enrollment whose dates turn by time alone. */
interface Turning {
  workspace_id: string
  id: string
  health_turns_at: string | null
}

/**
 * Computes the dates of enrollments of all workspaces that have turned by time alone: a step became overdue, the target has
 * passed, nobody was active. What happened is recorded in the same transaction, so that of several processes one records it.
 */
export async function turnDates({ store }: Pick<Context, 'store'>, now: string): Promise<void> {
  const until = deadline()
  for (let after: Turning | undefined; ; ) {
    const turning = await store.read((reader) => turningAfter(reader, now, after))
    if (!(await inTimedSteps(store, turning, until, turn))) return
    if (turning.length < BATCH) return
    after = turning.at(-1)
  }
}

async function turn(tx: Tx, { workspace_id, id }: Turning): Promise<void> {
  await tx.connection.dialect.lockRecord(tx.connection, id)
  const enrollment = await findEnrollment(tx, workspace_id, id, 'change')
  // Somebody may have changed it meanwhile.
  if (!enrollment || enrollment.health_turns_at === null || enrollment.health_turns_at > tx.time) return
  await replan(tx, enrollment)
}

/** The next enrollments to turn, in the order of an index. Each is found once in a pass. */
async function turningAfter(
  { db, tables: { enrollments: t } }: Reader,
  now: string,
  after: Turning | undefined,
): Promise<Turning[]> {
  const isAfter: SQL | undefined =
    after && sql`(${t.health_turns_at}, ${t.id}) > (${after.health_turns_at}, ${after.id})`
  return db
    .select({ workspace_id: t.workspace_id, id: t.id, health_turns_at: t.health_turns_at })
    .from(t)
    .where(and(isNotNull(t.health_turns_at), lte(t.health_turns_at, now), isAfter))
    .orderBy(asc(t.health_turns_at), asc(t.id))
    .limit(BATCH)
}
