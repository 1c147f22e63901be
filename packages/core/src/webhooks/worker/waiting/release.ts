import { and, asc, eq, lte } from 'drizzle-orm'
import type { Tx } from '../../../storage/database.ts'
import { later, MINUTE_MS, SECOND_MS } from '../../../times.ts'
import { deliveriesDue } from '../../channel.ts'
import { lockedEndpoint } from '../health/endpoints.ts'
import { forward, letThrough, STEP, waitsItsTurn } from './waiting.ts'

/** Endpoints of one step. */
const ENDPOINTS = 50
/** A probe that was not made by then, its delivery being gone, is made with another. */
const PROBE_AGAIN_MS = MINUTE_MS

/**
 * Lets some of what is held back through where it may be sent again: all of it to an endpoint that works, and one delivery,
 * the probe, to one that may. @returns whether there may be more
 */
export async function releaseSome(tx: Tx): Promise<boolean> {
  const due = await dueEndpoints(tx)
  let left = STEP
  for (const { workspace_id, id } of due) {
    if (left <= 0) break
    left -= await release(tx, workspace_id, id, left)
  }
  if (left < STEP) await tx.notify(deliveriesDue)
  return due.length > 0
}

async function dueEndpoints({ db, time, tables: { webhook_endpoints: endpoints } }: Tx) {
  return db
    .select({ workspace_id: endpoints.workspace_id, id: endpoints.id })
    .from(endpoints)
    .where(lte(endpoints.release_at, time))
    .orderBy(asc(endpoints.release_at))
    .limit(ENDPOINTS)
}

/** @returns how many deliveries it made ready */
async function release(tx: Tx, workspace_id: string, id: string, limit: number): Promise<number> {
  const endpoint = await lockedEndpoint(tx, workspace_id, id)
  if (!endpoint || endpoint.release_at === null || endpoint.release_at > tx.time) return 0
  const { status, open_until, forward_before, max_per_second } = endpoint
  const setTo = (release_at: string | null, before = forward_before) =>
    setRelease(tx, workspace_id, id, { release_at, forward_before: before })
  if (status !== 'enabled') {
    await setTo(null)
    return 0
  }
  if (open_until !== null && open_until > tx.time) {
    await setTo(open_until)
    return 0
  }
  // Its own time comes, and those behind it are let through after it. Enabled again, it is brought forward.
  if (forward_before === null && (await waitsItsTurn(tx, endpoint))) {
    await setTo(null)
    return 0
  }
  if (open_until !== null) {
    const probes = await letThrough(tx, id, 1)
    await setTo(probes > 0 ? later(tx.time, PROBE_AGAIN_MS) : null)
    return probes
  }
  const most = Math.min(limit, max_per_second ?? limit)
  const forwarded = forward_before === null ? 0 : await forward(tx, id, forward_before, most)
  const held = await letThrough(tx, id, most - forwarded)
  if (held + forwarded < most) await setTo(null, null)
  // The rest of what is let through a little at a time.
  else if (max_per_second !== null) await setTo(later(tx.time, SECOND_MS))
  return held + forwarded
}

interface Release {
  release_at: string | null
  forward_before: string | null
}

async function setRelease(tx: Tx, workspace_id: string, id: string, release: Release): Promise<void> {
  const { webhook_endpoints: endpoints } = tx.tables
  await tx.db
    .update(endpoints)
    .set(release)
    .where(and(eq(endpoints.workspace_id, workspace_id), eq(endpoints.id, id)))
}
