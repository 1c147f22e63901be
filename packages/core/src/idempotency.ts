import { and, eq, lt, sql } from 'drizzle-orm'
import type { Context } from './context.ts'
import type { Tx } from './storage/database.ts'

const KEPT_HOURS = 24

interface Answered {
  fingerprint: string
  sealed_answer: string
}

function hoursBefore(time: string, hours: number): string {
  return new Date(Date.parse(time) - hours * 3_600_000).toISOString()
}

/**
 * Takes a key for this transaction. Another one that holds it is waited for.
 * @returns the answer that the key already stands for, or undefined when it is ours now
 */
export async function claimKey(
  tx: Tx,
  { caller, now }: Context,
  { key, fingerprint }: { key: string; fingerprint: string },
): Promise<Answered | undefined> {
  const { idempotency_keys: keys } = tx.tables
  const mine = and(eq(keys.workspace_id, caller.workspace_id), eq(keys.credential_id, caller.id), eq(keys.key, key))
  await tx.db.delete(keys).where(and(mine, lt(keys.created_at, hoursBefore(now(), KEPT_HOURS))))
  const claimed = await tx.db
    .insert(keys)
    .values({ workspace_id: caller.workspace_id, credential_id: caller.id, key, fingerprint, created_at: now() })
    .onConflictDoNothing()
    .returning({ key: keys.key })
  if (claimed.length > 0) return undefined
  const [earlier] = await tx.db
    .select({ fingerprint: keys.fingerprint, sealed_answer: sql<string>`${keys.sealed_answer}` })
    .from(keys)
    .where(mine)
  return earlier
}

/** Keeps the answer in the transaction of the change, so that there is never one without the other. */
export async function storeAnswer(
  tx: Tx,
  { caller }: Context,
  { key, sealed_answer }: { key: string; sealed_answer: string },
): Promise<void> {
  const { idempotency_keys: keys } = tx.tables
  await tx.db
    .update(keys)
    .set({ sealed_answer })
    .where(and(eq(keys.workspace_id, caller.workspace_id), eq(keys.credential_id, caller.id), eq(keys.key, key)))
}

/** Forgets keys that are older than they are promised to be kept. */
export async function forgetOldKeys(tx: Tx, now: string): Promise<void> {
  const { idempotency_keys: keys } = tx.tables
  await tx.db.delete(keys).where(lt(keys.created_at, hoursBefore(now, KEPT_HOURS)))
}
