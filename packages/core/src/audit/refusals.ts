import { and, eq, gte, inArray, isNull, or } from 'drizzle-orm'
import { networkOf } from '../access/network.ts'
import type { RateLimit } from '../access/rate-limits.ts'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import type { Tx } from '../storage/database.ts'
import { later, MINUTE_MS } from '../times.ts'
import type { RefusalReason, Refused, Source } from './contract.ts'
import { workspacesOf } from './record.ts'
import { subjectTypeOf } from './subject-type.ts'

/** A credential that was refused. Nothing that was typed is kept. */
interface Refusal {
  action: Refused
  reason: RefusalReason
  source: Source
  /** The account, application or key; undefined where there is none with that name. */
  subject: { id: string; name: string } | undefined
  /** The workspace of an application or a key; those of an account are the person's. */
  workspace_id?: string
  /** The caller who confirms the own identity. Whoever signs in is nobody yet. */
  actor?: { id: string; name: string }
}

/** Refusals of the same credential from the same address within this time are one entry with their count. */
const BURST_MS = 15 * MINUTE_MS
/** Entries of a workspace about the same subject within that time; those from further addresses are counted in one more. */
const MAX_LINES = 20
/** Refusals that are counted: of one network at one subject, and of all networks. */
const OF_NETWORK: RateLimit = { seconds: 60, limit: 20 }
const OF_ALL: RateLimit = { seconds: 60, limit: 300 }

const NOBODY = '00000000-0000-0000-0000-000000000000'
const VISITOR = { id: 'visitor', name: 'Visitor' }

/**
 * Records a refused credential. Bursts are one entry with a count, whose details name a count of at least so many where more came than
 * are counted in a minute. It takes the same statements whether or not an account exists.
 */
export async function recordRefusal(context: Context, refusal: Refusal): Promise<void> {
  const { action, subject, workspace_id } = refusal
  if (!(await isCounted(context, `${action} ${subject?.id ?? 'unknown'}`))) return
  await context.store.write(async (tx) => {
    await tx.connection.dialect.lockRecord(tx.connection, `${action} ${subject?.id ?? ''}`)
    const isOfPerson = subjectTypeOf(action) === 'user'
    const workspaces =
      workspace_id === undefined ? await workspacesOf(tx, (isOfPerson && subject?.id) || NOBODY) : [workspace_id]
    const lines = await linesSince(tx, context, refusal, workspaces)
    for (const workspace of workspaces) {
      const own = lines.filter((line) => line.workspace_id === workspace)
      await countIn(tx, context, refusal, workspace, own)
    }
  })
}

/** Whether a refusal is still counted: an attempt that is refused before the password is checked costs nothing else. */
async function isCounted({ rateLimiter, address, caller }: Context, what: string): Promise<boolean> {
  const from = address ?? (caller.kind === 'visitor' ? caller.id : 'unknown')
  for (const [subject, limit] of [
    [`refused ${what} ${networkOf(from)}`, OF_NETWORK],
    [`refused ${what}`, OF_ALL],
  ] as const) {
    const [allowance] = await rateLimiter.count(subject, [limit])
    if (allowance && !allowance.allowed) return false
  }
  return true
}

type Line = Awaited<ReturnType<typeof linesSince>>[number]

/** The entries about a subject that still count. */
function linesSince(
  { db, tables: { audit_entries: t } }: Tx,
  { now }: Context,
  { action, subject, actor = VISITOR }: Refusal,
  workspaces: readonly (string | null)[],
) {
  const ids = workspaces.filter((id) => id !== null)
  return db
    .select({ id: t.id, workspace_id: t.workspace_id, address: t.address, details: t.details })
    .from(t)
    .where(
      and(
        or(ids.length < workspaces.length ? isNull(t.workspace_id) : undefined, inArray(t.workspace_id, ids)),
        eq(t.actor_id, actor.id),
        gte(t.created_at, later(now(), -BURST_MS)),
        eq(t.action, action),
        subject ? eq(t.subject_id, subject.id) : isNull(t.subject_id),
      ),
    )
    .limit((2 * MAX_LINES + 2) * workspaces.length)
}

async function countIn(
  tx: Tx,
  { address: from, now }: Context,
  { action, reason, source, subject, actor = VISITOR }: Refusal,
  workspace_id: string | null,
  lines: readonly Line[],
): Promise<void> {
  const { audit_entries: t } = tx.tables
  const at = now()
  const isFull = lines.length >= MAX_LINES
  const isLike = (address: string | null, addresses?: string) => (line: Line) =>
    line.details.reason === reason && line.address === address && line.details.addresses === addresses
  const line = lines.find(isLike(from ?? null)) ?? (isFull ? lines.find(isLike(null, 'several')) : undefined)
  if (line) {
    const details = { ...line.details, count: String(Number(line.details.count ?? '1') + 1), last_at: at }
    await tx.db.update(t).set({ details, updated_at: at }).where(eq(t.id, line.id))
    return
  }
  await tx.db.insert(t).values({
    id: newId(),
    workspace_id,
    actor_id: actor.id,
    actor: actor.name,
    door: source,
    action,
    subject_type: subjectTypeOf(action),
    subject_id: subject?.id ?? null,
    address: isFull ? null : (from ?? null),
    details: { ...(subject && { name: subject.name }), reason, ...(isFull && { addresses: 'several' }) },
    created_at: at,
    updated_at: at,
  })
}
