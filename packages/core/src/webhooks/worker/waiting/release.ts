import { and, asc, eq, lte } from 'drizzle-orm'
import type { Tx } from '../../../storage/database.ts'
import { later, MINUTE_MS, SECOND_MS } from '../../../times.ts'
import { deliveriesDue } from '../../channel.ts'
import { lockedEndpoint } from '../health/endpoints.ts'
import type { Due } from './limits.ts'
import { awaitsTurn, dueInTurn, forward, isRecovering, releaseDue, STEP } from './waiting.ts'

/** Number of endpoints per step. */
const ENDPOINTS = 50
/** Number of workspaces examined per turn, and endpoints of each. The rest are endpoints that have been due the longest. */
const WORKSPACES = 40
const OF_WORKSPACE = 4
/** Time limit of a step, so that other writers do not wait longer. */
const LONG_MS = 25
/** Time after which a missing probe, whose delivery was deleted, is replaced. */
const PROBE_AGAIN_MS = MINUTE_MS

/** The result of a step: whether there may be more, and the workspace of the last turn. */
interface Released {
  more: boolean
  last: string
}

/**
 * Releases some deliveries on hold: all for a healthy endpoint, and one probe for a failing one that may be tried.
 * Workspaces take turns, then their endpoints, and each gets a share of the step.
 * @param after the workspace of the last turn
 */
export async function releaseHeld(tx: Tx, after: string): Promise<Released> {
  const turns = await dueInTurn(tx, { after, workspaces: WORKSPACES, each: OF_WORKSPACE })
  const workspaces = new Set(turns.map(({ workspace_id }) => workspace_id))
  const last = workspaces.size < WORKSPACES ? '' : ([...workspaces].at(-1) ?? '')
  const due = [...firstOfEach(turns).slice(0, WORKSPACES), ...(await longestDue(tx))]
  const endpoints = [...new Map(due.map((one) => [one.id, one])).values()].slice(0, ENDPOINTS)
  const passed = await share(tx, endpoints)
  if (passed.released > 0) await tx.notify(deliveriesDue)
  // If the time limit was reached among the first endpoints of workspaces, the others come first in the next step.
  const reached = passed.last !== undefined && passed.looked < workspaces.size ? passed.last : last
  return { more: endpoints.length > 0, last: reached }
}

/** Each gets a share of the step, and unused shares go to others. @returns the progress until the time limit */
async function share(tx: Tx, endpoints: readonly DueEndpoint[]) {
  const began = performance.now()
  let left = STEP
  let looked = 0
  for (let waiting = endpoints; left > 0 && waiting.length > 0; ) {
    const cutShort: DueEndpoint[] = []
    for (const [place, one] of waiting.entries()) {
      const most = Math.ceil(left / (waiting.length - place))
      const released = await release(tx, one.workspace_id, one.id, most)
      left -= released
      looked++
      if (released === most) cutShort.push(one)
      if (performance.now() - began > LONG_MS) return { released: STEP - left, looked, last: one.workspace_id }
    }
    waiting = cutShort
  }
  return { released: STEP - left, looked, last: undefined }
}

interface DueEndpoint {
  workspace_id: string
  id: string
}

/** The first endpoint of each workspace, then the second of each. */
function firstOfEach(turns: readonly Due[]): DueEndpoint[] {
  const byWorkspace = [...Map.groupBy(turns, ({ workspace_id }) => workspace_id).values()]
  const placed = byWorkspace.flatMap((ofOne) =>
    ofOne.flatMap(({ workspace_id, id }, place) => (id === null ? [] : [{ workspace_id, id, place }])),
  )
  return placed.toSorted((a, b) => a.place - b.place)
}

async function longestDue({ db, time, tables: { webhook_endpoints: endpoints } }: Tx): Promise<DueEndpoint[]> {
  return db
    .select({ workspace_id: endpoints.workspace_id, id: endpoints.id })
    .from(endpoints)
    .where(lte(endpoints.release_at, time))
    .orderBy(asc(endpoints.release_at))
    .limit(ENDPOINTS)
}

/** @returns the number of released deliveries */
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
  // Everything is released at the end of the recovery.
  if (await isRecovering(tx, endpoint)) {
    await setTo(null)
    return 0
  }
  // Its retry is scheduled, and later ones are released after it. Enabling the endpoint brings it forward.
  if (forward_before === null && (await awaitsTurn(tx, endpoint))) {
    await setTo(null)
    return 0
  }
  if (open_until !== null) {
    const probes = await releaseDue(tx, id, 1)
    await setTo(probes > 0 ? later(tx.time, PROBE_AGAIN_MS) : null)
    return probes
  }
  const most = Math.min(limit, max_per_second ?? limit)
  const forwarded = forward_before === null ? 0 : await forward(tx, id, forward_before, most)
  const held = await releaseDue(tx, id, most - forwarded)
  if (held + forwarded < most) await setTo(null, null)
  // The rest is released gradually, or after the turns of others.
  else await setTo(max_per_second === null ? tx.time : later(tx.time, (SECOND_MS * most) / max_per_second))
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
