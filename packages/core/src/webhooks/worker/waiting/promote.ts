import type { Tx } from '../../../storage/database.ts'
import { deliveriesDue } from '../../channel.ts'
import type { EndpointShare, TimedEndpoint } from './limits.ts'
import { engineOf, STEP } from './waiting.ts'

/** Workspaces that are looked at for their turn, and endpoints of all of them. */
const WORKSPACES = 100
const ENDPOINTS = 400
/** Workspaces whose turn is remembered in the midst of their endpoints. */
const REMEMBERED = 1000

/** Whose turn is next where more is due than goes in one step: the workspace behind one, and in some the endpoint behind one. */
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
 * Makes ready what waited for the time of its attempt; or has it wait on, for an endpoint that is not to be sent to. Where more is
 * due than goes in one step, workspaces have the same part of it, and in each its endpoints; what these do not need is for what
 * has been due the longest.
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

/** Each workspace has a part of the step, and each of its endpoints a part of that. */
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

/** Behind its last endpoint a workspace begins again with the first. */
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
