import type { Reader, Tx } from '../../../storage/database.ts'
import type { ClaimedDelivery, DeliveryOutcome, DueEvent, ReadyEndpoint } from '../../delivery.ts'
import * as postgres from './claims.postgres.ts'
import * as sqlite from './claims.sqlite.ts'
import { countTaken, type RateBudgets, remainingRate } from './rate-budgets.ts'
import { assignSlots } from './slots/assign.ts'
import { type TurnRequest, type Turns, takeTurns } from './turns.ts'

const ENGINES = { sqlite, postgres }

/** Number of workspaces whose endpoints are examined together. */
const WORKSPACES = 50
/** Maximum number of endpoints per claim; the next claim continues after them. */
const MAX_ENDPOINTS = 2000

/** The parameters of a claim. */
export interface DeliveryClaim {
  turns: Turns
  lease_until: string
  /** The worker that they are leased to. */
  leased_by: string
  limit: number
  /** Those of unknown speed among them. */
  slow: number
  /** The slots of this process for an endpoint. */
  capacityOf(endpoint: ReadyEndpoint): number
  /** Whether an endpoint is known to be fast. */
  isProven(endpoint: ReadyEndpoint): boolean
}

interface Claimed {
  deliveries: ClaimedDelivery[]
  /** Endpoints with ready deliveries that must not be sent now. */
  closed: ReadyEndpoint[]
  /** Endpoints that have reached their limit, and until when. */
  exhausted: { endpoint: ReadyEndpoint; until: string }[]
  /** Whether another process was claiming from some endpoints: it may not have seen deliveries that are ready by now. */
  isContended: boolean
  turns: Turns
}

/**
 * Claims ready deliveries and leases them. Workspaces take turns with a few endpoints each, and so do the endpoints of
 * a workspace, so that no backlog delays others. The limits of endpoints hold over concurrent claims of several
 * processes.
 */
export async function claimDeliveries(tx: Tx, claim: DeliveryClaim): Promise<Claimed> {
  const { connection, time: now } = tx
  const { readyEndpoints, take } = ENGINES[connection.dialect.engine]
  const turns = takeTurns(claim.turns)
  const places = assignSlots(claim)
  const paces: RateBudgets[] = []
  const closed: ReadyEndpoint[] = []
  const exhausted: Claimed['exhausted'] = []
  let isContended = false
  let looked = 0
  const isOver = () => looked >= MAX_ENDPOINTS || places.isDone()

  /** @returns the next request for the same workspaces */
  async function scan(asked: TurnRequest): Promise<TurnRequest> {
    const found = await readyEndpoints(connection, asked.turns, { now, limit: asked.limit })
    const pace = await remainingRate(tx, now, found)
    paces.push(pace)
    closed.push(...found.filter(({ is_open }) => !is_open))
    isContended ||= found.some(({ is_open, isTaken }) => is_open && isTaken)
    for (const endpoint of found) {
      const known = pace.get(endpoint.endpoint_id)
      if (endpoint.is_open && known?.left === 0) exhausted.push({ endpoint, until: known.freeAt })
    }
    looked += Math.max(1, found.length)
    return turns.passed({
      found,
      ...places.offer(found.map((endpoint) => ({ endpoint, most: mostOf(endpoint, pace) }))),
    })
  }

  while (!isOver()) {
    const workspaces = await nextWorkspaces(tx, turns.place())
    let asked = turns.of(workspaces)
    if (asked.turns.length === 0) break
    while (asked.turns.length > 0 && !isOver()) asked = await scan(asked)
    // No other workspace has ready deliveries, and these have been examined.
    if (workspaces.length < WORKSPACES && turns.of(workspaces).turns.length === 0) break
  }
  const deliveries = await take(connection, places.wanted(), claim)
  await countTaken(tx, new Map(paces.flatMap((pace) => [...pace])), deliveries)
  return { deliveries, closed, exhausted, isContended, turns: turns.next() }
}

/** Whether no other process claims from an endpoint until this transaction ends. Its leases are counted afterwards. */
export function reserveEndpoint({ connection }: Tx, endpoint_id: string): Promise<boolean> {
  return ENGINES[connection.dialect.engine].reserveEndpoint(connection, endpoint_id)
}

/** The number of deliveries that an endpoint allows. */
function mostOf({ endpoint_id, ready, capacity, is_open, isTaken }: ReadyEndpoint, pace: RateBudgets): number {
  if (!is_open || isTaken) return 0
  return Math.min(ready, capacity ?? ready, pace.get(endpoint_id)?.left ?? ready)
}

/** The first workspace follows the last. */
async function nextWorkspaces({ connection }: Tx, after: string): Promise<string[]> {
  const { readyWorkspaces } = ENGINES[connection.dialect.engine]
  const behind = await readyWorkspaces(connection, after, WORKSPACES)
  if (behind.length === WORKSPACES || after === '') return behind
  const first = await readyWorkspaces(connection, '', WORKSPACES - behind.length)
  return [...behind, ...first.filter((id) => id <= after)]
}

/** The events of claimed deliveries by id, except those that retention deleted meanwhile. */
export function dueEvents({ connection }: Reader, claimed: readonly ClaimedDelivery[]): Promise<Map<string, DueEvent>> {
  return ENGINES[connection.dialect.engine].dueEvents(connection, claimed)
}

/** Records the outcomes of attempts. @returns the ids of deliveries that were still leased by their claim */
export function writeOutcomes({ connection }: Tx, outcomes: readonly DeliveryOutcome[]): Promise<Set<string>> {
  return ENGINES[connection.dialect.engine].writeOutcomes(connection, outcomes)
}
