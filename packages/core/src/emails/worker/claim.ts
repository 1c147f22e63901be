import { and, asc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { LEASE_MS } from '../../queue/leases.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { later } from '../../times.ts'
import { INSTANCE } from '../email.ts'
import type { EmailRow } from '../store.ts'
import { isExpired } from './preflight.ts'
import { skipExpired } from './record-outcomes.ts'

/** Maximum number of mails under way per workspace over all processes, so that other workspaces get their turn. */
const MAX_PER_WORKSPACE = 3
/** Maximum number of mails examined per workspace and claim: expired ones are ended without delaying the next. */
const SCAN_LIMIT = 6
/** Maximum number of expired mails that are ended per claim. */
const MAX_SKIPPED = 100
/** Maximum number of workspaces examined per claim; the next claim continues after them. */
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
  /** How many expired mails were ended. */
  skipped: number
  /** The workspace whose turn was last. */
  last: string
}

/**
 * Claims and leases ready mails: those about accounts first, then a few of each workspace in turn. Mail that waits for
 * its time is not examined until `promote` makes it ready.
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

/** Processes claim one at a time, so that the count of mail under way is correct. */
async function oneAtATime(tx: Tx): Promise<void> {
  await tx.connection.dialect.lockRecord(tx.connection, 'emails')
}

/** The next workspace with ready mail, by one index lookup. */
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

/** The oldest mail that must be sent alone because it may end its process. */
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

/** The condition matches the index `emails_ready`. */
function isReady(emails: Tx['tables']['emails']) {
  return and(sql`${emails.status} = 'waiting'`, isNull(emails.lease_until), isNull(emails.waiting_for))
}
