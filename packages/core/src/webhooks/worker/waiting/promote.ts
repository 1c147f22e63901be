import type { Tx } from '../../../storage/database.ts'
import { deliveriesDue } from '../../channel.ts'
import type { EndpointShare, TimedEndpoint } from './limits.ts'
import { engineOf, STEP } from './waiting.ts'

/** Number of workspaces examined per turn, and of endpoints over all of them. */
const WORKSPACES = 100
const ENDPOINTS = 400
/** Maximum number of workspaces whose position among their endpoints is remembered. */
const REMEMBERED = 1000

/** The next turns if more is due than fits in one step: the workspace after a given one, and in some the endpoint after a given one. */
export interface PromoteTurns {
  workspace_id: string
  endpoints: ReadonlyMap<string, string>
}

export const FIRST_PROMOTED: PromoteTurns = { workspace_id: '', endpoints: new Map() }

interface Promoted {
  /** Whether there may be more. */
  more: boolean
  turns: PromoteTurns
}

/**
 * Makes scheduled deliveries ready when they are due, or puts them on hold if their endpoint is closed. If more is due
 * than fits in one step, workspaces get equal shares, and so do their endpoints; the rest goes to the deliveries that
 * have been due the longest.
 */
export async function promoteWaiting(tx: Tx, turns: PromoteTurns): Promise<Promoted> {
  const { promote: promoteOldest, countDue } = engineOf(tx)
  const isTooMuch = (await countDue(tx.connection, { now: tx.time, limit: STEP + 1 })) > STEP
  const shared = isTooMuch ? await promoteInTurn(tx, turns) : { promoted: 0, turns: FIRST_PROMOTED }
  const limit = STEP - shared.promoted
  const promoted = shared.promoted + (limit > 0 ? await promoteOldest(tx.connection, { now: tx.time, limit }) : 0)
  if (promoted > 0) await tx.notify(deliveriesDue)
  return { more: promoted >= STEP, turns: shared.turns }
}

async function promoteInTurn(tx: Tx, turns: PromoteTurns) {
  const { laterWorkspaces, laterEndpoints, promoteParts } = engineOf(tx)
  const { connection, time: now } = tx
  const workspaces = await laterWorkspaces(connection, turns.workspace_id, WORKSPACES)
  const limit = Math.floor(ENDPOINTS / Math.max(1, workspaces.length))
  const asked = workspaces.map((workspace_id) => ({ workspace_id, after: turns.endpoints.get(workspace_id) ?? '' }))
  const later = await laterEndpoints(connection, asked, { now, limit })
  const promoted = await promoteParts(connection, partsOf(later), now)
  const workspace_id = workspaces.length < WORKSPACES ? '' : (workspaces.at(-1) ?? '')
  return { promoted, turns: { workspace_id, endpoints: passed(turns.endpoints, workspaces, later, limit) } }
}

/** The shares of a step by workspace, divided among their endpoints. */
function partsOf(later: readonly TimedEndpoint[]): EndpointShare[] {
  const due = [
    ...Map.groupBy(
      later.filter(({ is_due }) => is_due),
      ({ workspace_id }) => workspace_id,
    ).values(),
  ]
  const parts = due.flatMap((endpoints) => {
    const most = Math.max(1, Math.floor(STEP / due.length / endpoints.length))
    return endpoints.map(({ endpoint_id }) => ({ endpoint_id, most }))
  })
  return parts.slice(0, STEP)
}

/** After its last endpoint a workspace starts again with the first. */
function passed(
  before: ReadonlyMap<string, string>,
  workspaces: readonly string[],
  later: readonly TimedEndpoint[],
  limit: number,
) {
  const endpoints = new Map(before)
  const found = Map.groupBy(later, ({ workspace_id }) => workspace_id)
  for (const workspace_id of workspaces) {
    const of = found.get(workspace_id) ?? []
    endpoints.delete(workspace_id)
    const last = of.length < limit ? undefined : of.at(-1)
    if (last) endpoints.set(workspace_id, last.endpoint_id)
  }
  return new Map([...endpoints].slice(-REMEMBERED))
}
