import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { LEASE_MS } from '../../queue/leases.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { later } from '../../times.ts'
import { INSTANCE } from '../email.ts'
import type { EmailRow } from '../store.ts'

/** Mails of one workspace under way at once, in all processes: the others have their turn. */
const OF_WORKSPACE = 3
/** Workspaces looked at in one claim; the turn goes on behind them in the next. */
const MAX_WORKSPACES = 50

interface Wanted {
  room: number
  /** The workspace whose turn was last. */
  after: string
  /** The worker that they are leased to. */
  leased_by: string
}

/**
 * Takes mails that are due, and leases them: those to people about their accounts first, then a few of each workspace
 * in turn.
 */
export async function claimEmails(tx: Tx, { room, after, leased_by }: Wanted): Promise<EmailRow[]> {
  // Of several processes one claims at a time: so the count of what is under way is true.
  await tx.connection.dialect.lockRecord(tx.connection, 'emails')
  const claimed = await claimOf(tx, INSTANCE, { room, leased_by })
  const passes = after > INSTANCE ? [after, INSTANCE] : [INSTANCE]
  let looked = 0
  for (let place = passes.shift(); place !== undefined; place = passes.shift()) {
    for (;;) {
      const next = await nextWorkspace(tx, place)
      if (next === undefined || claimed.length >= room || ++looked > MAX_WORKSPACES) break
      place = next.workspace_id
      if (next.due <= tx.time) claimed.push(...(await claimOf(tx, place, { room: room - claimed.length, leased_by })))
    }
  }
  return claimed
}

/** The workspace after another that has mail waiting, and when the first is due: by one look into the index. */
async function nextWorkspace({ db, tables: { emails } }: Reader, after: string) {
  const [next] = await db
    .select({ workspace_id: emails.workspace_id, due: emails.next_attempt_at })
    .from(emails)
    .where(and(isWaiting(emails), gt(emails.workspace_id, after)))
    .orderBy(asc(emails.workspace_id), asc(emails.next_attempt_at))
    .limit(1)
  return next && { workspace_id: next.workspace_id, due: next.due ?? '' }
}

async function claimOf(tx: Tx, workspace_id: string, { room, leased_by }: Omit<Wanted, 'after'>): Promise<EmailRow[]> {
  const { emails } = tx.tables
  const [underWay] = await tx.db
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(emails)
    .where(and(eq(emails.workspace_id, workspace_id), isNotNull(emails.lease_until)))
  const limit = Math.min(room, OF_WORKSPACE - (underWay?.count ?? 0))
  if (limit <= 0) return []
  const due = await tx.db
    .select({ id: emails.id })
    .from(emails)
    .where(and(eq(emails.workspace_id, workspace_id), isWaiting(emails), lte(emails.next_attempt_at, tx.time)))
    .orderBy(asc(emails.next_attempt_at), asc(emails.id))
    .limit(limit)
  if (due.length === 0) return []
  const ids = due.map(({ id }) => id)
  return tx.db
    .update(emails)
    .set({ lease_until: later(tx.time, LEASE_MS), leased_by, attempts: sql`${emails.attempts} + 1` })
    .where(and(eq(emails.workspace_id, workspace_id), inArray(emails.id, ids), isWaiting(emails)))
    .returning()
}

/** In the words of the index `emails_due`. */
function isWaiting(emails: Tx['tables']['emails']) {
  return and(sql`${emails.status} = 'waiting'`, isNull(emails.lease_until))
}
