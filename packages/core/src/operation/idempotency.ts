import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Store, Tx } from '../storage/database.ts'
import { deleteSome } from '../storage/steps/delete-some.ts'
import { inSteps } from '../storage/steps/steps.ts'
import { DAY_MS, later, SECOND_MS } from '../times.ts'

const KEPT_MS = DAY_MS
/** Longer than any request takes: a key without an answer is then that of a process that died. */
const ANSWERED_MS = 60 * SECOND_MS

interface Answered {
  fingerprint: string
  /** Null while the request still runs. */
  sealed_answer: string | null
}

function keyOfCaller(tx: Tx, { caller }: Context, key: string) {
  const { idempotency_keys: keys } = tx.tables
  return and(eq(keys.workspace_id, caller.workspace_id), eq(keys.credential_id, caller.id), eq(keys.key, key))
}

/**
 * Takes a key for this transaction. Waits for another transaction that holds it.
 * @returns what the key already stands for, or undefined when it is ours now
 */
export async function claimKey(
  tx: Tx,
  context: Context,
  { key, fingerprint }: { key: string; fingerprint: string },
): Promise<Answered | undefined> {
  const { idempotency_keys: keys } = tx.tables
  const { caller, now } = context
  const mine = keyOfCaller(tx, context, key)
  const forgotten = lt(keys.created_at, later(now(), -KEPT_MS))
  const abandoned = and(isNull(keys.sealed_answer), lt(keys.created_at, later(now(), -ANSWERED_MS)))
  await tx.db.delete(keys).where(and(mine, or(forgotten, abandoned)))
  const claimed = await tx.db
    .insert(keys)
    .values({ workspace_id: caller.workspace_id, credential_id: caller.id, key, fingerprint, created_at: now() })
    .onConflictDoNothing()
    .returning({ key: keys.key })
  if (claimed.length > 0) return undefined
  const [earlier] = await tx.db
    .select({ fingerprint: keys.fingerprint, sealed_answer: keys.sealed_answer })
    .from(keys)
    .where(mine)
  return earlier
}

/** Keeps the answer in the transaction of the change, so that there is never one without the other. */
export async function storeAnswer(tx: Tx, context: Context, key: string, sealed_answer: string): Promise<void> {
  await tx.db
    .update(tx.tables.idempotency_keys)
    .set({ sealed_answer })
    .where(keyOfCaller(tx, context, key))
}

/** Gives a key back whose request failed. */
export async function freeKey(tx: Tx, context: Context, key: string): Promise<void> {
  await tx.db.delete(tx.tables.idempotency_keys).where(keyOfCaller(tx, context, key))
}

/** Forgets keys that are older than they are promised to be kept. */
export async function forgetOldKeys(store: Pick<Store, 'write'>, now: string): Promise<void> {
  const oldest = later(now, -KEPT_MS)
  await inSteps(store, (tx, rows) => deleteSome(tx, 'idempotency_keys', [['created_at', '<', oldest]], rows))
}
