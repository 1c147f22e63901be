import type { Reader, Tx } from '../../../storage/database.ts'
import type { ClaimedDelivery, DeliveryOutcome, DueEvent, ReadyEndpoint } from '../../delivery.ts'
import * as postgres from './claims.postgres.ts'
import * as sqlite from './claims.sqlite.ts'
import { countTaken, type RateBudgets, remainingRate } from './rate-budgets.ts'
import { assignSlots } from './slots/assign.ts'
import { type TurnRequest, type Turns, takeTurns } from './turns.ts'

const ENGINES = { sqlite, postgres }

/** Workspaces whose endpoints are looked at together. */
const WORKSPACES = 50
/** Endpoints in one claim at most: the turn goes on behind them in the next. */
const MAX_ENDPOINTS = 2000

/** What may be taken. */
export interface DeliveryClaim {
  turns: Turns
  lease_until: string
  /** The worker that they are leased to. */
  leased_by: string
  limit: number
  /** Of it, what is not known to go out fast. */
  slow: number
  /** How many of an endpoint this process has places for, at most. */
  capacityOf(endpoint: ReadyEndpoint): number
  /** Whether an endpoint is known to answer fast. */
  isProven(endpoint: ReadyEndpoint): boolean
}

interface Claimed {
  deliveries: ClaimedDelivery[]
  /** Endpoints that have something ready, and are not to be sent to. */
  closed: ReadyEndpoint[]
  /** Those that get no more for now, and until when. */
  exhausted: { endpoint: ReadyEndpoint; until: string }[]
  /** Whether there are endpoints that another process was claiming from: it may not have seen what is ready by now. */
  isContended: boolean
  turns: Turns
}

/**
 * Takes deliveries that are ready and leases them, so that nobody's many keep others waiting: workspaces take turns, a few
 * endpoints of each, and so do the endpoints in a workspace. None is taken beyond what an endpoint may have under way, also
 * when several processes claim at once.
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

  /** @returns what to look at next of the same workspaces */
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
    // Nobody else has anything ready, and these have been come to.
    if (workspaces.length < WORKSPACES && turns.of(workspaces).turns.length === 0) break
  }
  const deliveries = await take(connection, places.wanted(), claim)
  await countTaken(tx, new Map(paces.flatMap((pace) => [...pace])), deliveries)
  return { deliveries, closed, exhausted, isContended, turns: turns.next() }
}

/** What an endpoint allows to be taken. */
function mostOf({ endpoint_id, ready, capacity, is_open, isTaken }: ReadyEndpoint, pace: RateBudgets): number {
  if (!is_open || isTaken) return 0
  return Math.min(ready, capacity ?? ready, pace.get(endpoint_id)?.left ?? ready)
}

/** Behind the last comes the first. */
async function nextWorkspaces({ connection }: Tx, after: string): Promise<string[]> {
  const { readyWorkspaces } = ENGINES[connection.dialect.engine]
  const behind = await readyWorkspaces(connection, after, WORKSPACES)
  if (behind.length === WORKSPACES || after === '') return behind
  const first = await readyWorkspaces(connection, '', WORKSPACES - behind.length)
  return [...behind, ...first.filter((id) => id <= after)]
}

/** The events of claimed deliveries, by id, but for those that retention took meanwhile. */
export function dueEvents({ connection }: Reader, claimed: readonly ClaimedDelivery[]): Promise<Map<string, DueEvent>> {
  return ENGINES[connection.dialect.engine].dueEvents(connection, claimed)
}

/** Writes down how attempts ended. @returns the ids of those that were still held by the claim that sent them */
export function writeOutcomes({ connection }: Tx, outcomes: readonly DeliveryOutcome[]): Promise<Set<string>> {
  return ENGINES[connection.dialect.engine].writeOutcomes(connection, outcomes)
}
