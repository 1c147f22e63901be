import { and, asc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { LEASE_MS } from '../../queue/leases.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { later } from '../../times.ts'
import { INSTANCE } from '../email.ts'
import type { EmailRow } from '../store.ts'
import { isExpired } from './preflight.ts'
import { skipExpired } from './record-outcomes.ts'

/** Mails of one workspace under way at once, in all processes: the others have their turn. */
const MAX_PER_WORKSPACE = 3
/** Mails of one workspace looked at in one claim: those that come too late are ended, and the next are not behind them. */
const SCAN_LIMIT = 6
/** Mails that are ended in one claim, since they come too late. */
const MAX_SKIPPED = 100
/** Workspaces looked at in one claim; the turn goes on behind them in the next. */
const MAX_WORKSPACES = 50

interface Lease {
  /** The worker that they are leased to. */
  leased_by: string
}

interface ClaimRequest extends Lease {
  capacity: number
  /** The workspace whose turn was last. */
  after: string
}

interface Claimed {
  emails: EmailRow[]
  /** How many were ended, since they came too late. */
  skipped: number
  /** The workspace whose turn was last. */
  last: string
}

/**
 * Takes mails that are ready, and leases them: those to people about their accounts first, then a few of each workspace
 * in turn. What waits for its time is not among them until `promote` lets it through: it costs the others nothing.
 */
export async function claimEmails(tx: Tx, { capacity, after, leased_by }: ClaimRequest): Promise<Claimed> {
  await oneAtATime(tx)
  const { emails, skipped: skippedOfInstance } = await claimOf(tx, INSTANCE, { capacity, leased_by })
  let skipped = skippedOfInstance
  const passes = after > INSTANCE ? [after, INSTANCE] : [INSTANCE]
  let last = after
  let looked = 0
  for (let place = passes.shift(); place !== undefined; place = passes.shift()) {
    for (;;) {
      if (emails.length >= capacity || skipped >= MAX_SKIPPED || ++looked > MAX_WORKSPACES)
        return { emails, skipped, last }
      const next = await nextWorkspace(tx, place)
      if (next === undefined) break
      place = next
      last = next
      const claimed = await claimOf(tx, next, { capacity: capacity - emails.length, leased_by })
      emails.push(...claimed.emails)
      skipped += claimed.skipped
    }
  }
  return { emails, skipped, last }
}

/** Of several processes one claims at a time: so the count of what is under way is true. */
async function oneAtATime(tx: Tx): Promise<void> {
  await tx.connection.dialect.lockRecord(tx.connection, 'emails')
}

/** The workspace after another that has mail ready: by one look into the index. */
async function nextWorkspace({ db, tables: { emails } }: Reader, after: string): Promise<string | undefined> {
  const [next] = await db
    .select({ workspace_id: emails.workspace_id })
    .from(emails)
    .where(and(isReady(emails), gt(emails.workspace_id, after)))
    .orderBy(asc(emails.workspace_id))
    .limit(1)
  return next?.workspace_id
}

async function claimOf(
  tx: Tx,
  workspace_id: string,
  { capacity, leased_by }: Omit<ClaimRequest, 'after'>,
): Promise<Pick<Claimed, 'emails' | 'skipped'>> {
  const { emails } = tx.tables
  const [underWay] = await tx.db
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(emails)
    .where(and(eq(emails.workspace_id, workspace_id), isNotNull(emails.lease_until)))
  const limit = Math.min(capacity, MAX_PER_WORKSPACE - (underWay?.count ?? 0))
  if (limit <= 0) return { emails: [], skipped: 0 }
  const ready = await tx.db
    .select({ id: emails.id, send_before: emails.send_before })
    .from(emails)
    .where(and(eq(emails.workspace_id, workspace_id), isReady(emails)))
    .orderBy(asc(emails.next_attempt_at), asc(emails.id))
    .limit(SCAN_LIMIT)
  const { late = [], due = [] } = Object.groupBy(ready, (mail) => (isExpired(mail, tx.time) ? 'late' : 'due'))
  await skipExpired(tx, workspace_id, idsOf(late))
  return { emails: await lease(tx, workspace_id, idsOf(due.slice(0, limit)), leased_by), skipped: late.length }
}

const idsOf = (mails: readonly { id: string }[]) => mails.map(({ id }) => id)

async function lease(tx: Tx, workspace_id: string, ids: readonly string[], leased_by: string): Promise<EmailRow[]> {
  if (ids.length === 0) return []
  const { emails } = tx.tables
  return tx.db
    .update(emails)
    .set(leaseOf(tx, leased_by))
    .where(and(eq(emails.workspace_id, workspace_id), inArray(emails.id, ids), isReady(emails)))
    .returning()
}

/** The oldest of those that are sent with no other that may end its process. */
export async function claimAlone(tx: Tx, { leased_by }: Lease): Promise<EmailRow | undefined> {
  await oneAtATime(tx)
  const { emails } = tx.tables
  const [found] = await tx.db
    .select({ workspace_id: emails.workspace_id, id: emails.id })
    .from(emails)
    .where(eq(emails.waiting_for, 'alone'))
    .orderBy(asc(emails.next_attempt_at))
    .limit(1)
  if (!found) return undefined
  const [claimed] = await tx.db
    .update(emails)
    .set(leaseOf(tx, leased_by))
    .where(and(eq(emails.workspace_id, found.workspace_id), eq(emails.id, found.id), eq(emails.waiting_for, 'alone')))
    .returning()
  return claimed
}

function leaseOf({ time, tables: { emails } }: Tx, leased_by: string) {
  const attempts = sql`${emails.attempts} + 1`
  return { lease_until: later(time, LEASE_MS), leased_by, attempts, waiting_for: null }
}

/** In the words of the index `emails_ready`. */
function isReady(emails: Tx['tables']['emails']) {
  return and(sql`${emails.status} = 'waiting'`, isNull(emails.lease_until), isNull(emails.waiting_for))
}
