import { eq, gt, lt, or } from 'drizzle-orm'
import type { Tx } from '../storage/database.ts'
import { later, MINUTE_MS } from '../times.ts'

const LEASE_MS = MINUTE_MS
/** The times of transactions differ: one that waited for another has an earlier time, though it comes later. */
const AHEAD_MS = MINUTE_MS

/** Work that one process does at a time. */
interface Lease {
  name: string
  /** The process. */
  holder: string
}

/**
 * Takes or renews a lease for a minute. A lease that ends more than two minutes ahead was set by a clock that has been set back since,
 * and is ignored.
 * @returns the time of the lease; undefined if another process has it
 */
export async function takeLease(tx: Tx, { name, holder }: Lease): Promise<string | undefined> {
  const { leases } = tx.tables
  const expires_at = later(tx.time, LEASE_MS)
  const free = or(
    eq(leases.holder, holder),
    lt(leases.expires_at, tx.time),
    gt(leases.expires_at, later(expires_at, AHEAD_MS)),
  )
  const taken = await tx.db
    .insert(leases)
    .values({ name, holder, expires_at })
    .onConflictDoUpdate({
      target: leases.name,
      set: { holder, expires_at },
      ...(free && { setWhere: free }),
    })
    .returning({ name: leases.name })
  return taken.length > 0 ? tx.time : undefined
}
