import { and, asc, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../storage/database.ts'

/** Maximum number of mails that become ready per step. */
const STEP = 500
/** Number of workspaces per turn if more is due, and mails of each. */
const WORKSPACES = 25
const MAX_PER_WORKSPACE = 20

interface Due {
  workspace_id: string
  id: string
}

/**
 * Makes mail ready whose time has come. If more is due than fits in one step, some mail of each workspace in turn
 * comes first, then the oldest.
 * @param after the workspace of the last turn
 * @returns the workspace of the last turn now
 */
export async function promote(tx: Tx, after: string): Promise<string> {
  const longest = await dueOf(tx, STEP)
  if (longest.length < STEP) {
    await makeReady(tx, longest)
    return ''
  }
  const due: Due[] = []
  let last = after
  for (let looked = 0; looked < WORKSPACES; looked++) {
    const next = await nextWorkspace(tx, last)
    if (next === undefined) {
      last = ''
      break
    }
    last = next
    due.push(...(await dueOf(tx, MAX_PER_WORKSPACE, eq(tx.tables.emails.workspace_id, next))))
  }
  const all = new Map([...due, ...longest].map((mail) => [mail.id, mail]))
  await makeReady(tx, [...all.values()].slice(0, STEP))
  return last
}

/** The longest due first. */
async function dueOf(tx: Tx, limit: number, where?: SQL): Promise<Due[]> {
  const { emails } = tx.tables
  return tx.db
    .select({ workspace_id: emails.workspace_id, id: emails.id })
    .from(emails)
    .where(and(isDue(tx), where))
    .orderBy(asc(emails.next_attempt_at))
    .limit(limit)
}

/** The next workspace with mail scheduled for a time, by one index lookup. */
async function nextWorkspace({ db, tables: { emails } }: Reader, after: string): Promise<string | undefined> {
  const isBehind = after === '' ? undefined : gt(emails.workspace_id, after)
  const [next] = await db
    .select({ workspace_id: emails.workspace_id })
    .from(emails)
    .where(and(sql`${emails.waiting_for} = 'time'`, isBehind))
    .orderBy(asc(emails.workspace_id))
    .limit(1)
  return next?.workspace_id
}

async function makeReady(tx: Tx, due: readonly Due[]): Promise<void> {
  const { emails } = tx.tables
  for (const [workspace_id, mails] of Map.groupBy(due, (mail) => mail.workspace_id)) {
    const ids = mails.map(({ id }) => id)
    await tx.db
      .update(emails)
      .set({ waiting_for: null })
      .where(and(eq(emails.workspace_id, workspace_id), inArray(emails.id, ids), isDue(tx)))
  }
}

/** The condition matches the indexes of scheduled mail. */
function isDue({ time, tables: { emails } }: Tx): SQL | undefined {
  return and(sql`${emails.waiting_for} = 'time'`, lte(emails.next_attempt_at, time))
}
