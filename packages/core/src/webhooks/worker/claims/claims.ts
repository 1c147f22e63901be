import type { Reader, Tx } from '../../../storage/database.ts'
import { MAX_CONCURRENCY } from '../../endpoint.ts'
import type { ClaimedDelivery, DeliveryOutcome, DueEvent, ReadyEndpoint, Wanted } from '../delivery.ts'
import * as postgres from './claims.postgres.ts'
import * as sqlite from './claims.sqlite.ts'
import { countTaken, type Pace, paceOf } from './pace.ts'
import { type Asked, interleaved, type Turns, type TurnsOfClaim, takeTurns } from './turns.ts'

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
  /** How many of an endpoint this process has places for, at most. */
  roomOf(endpoint: ReadyEndpoint): number
}

interface Claimed {
  deliveries: ClaimedDelivery[]
  /** Endpoints that have something ready, and are not to be sent to. */
  closed: ReadyEndpoint[]
  /** Those that get no more within this second. */
  spent: ReadyEndpoint[]
  turns: Turns
}

/**
 * Takes deliveries that are ready and leases them, so that nobody's many keep others waiting: workspaces take turns, a few
 * endpoints of each, and so do the endpoints in a workspace. None is taken beyond what an endpoint may have under way, also
 * when several processes claim at once.
 */
export async function claimDeliveries(tx: Tx, claim: DeliveryClaim): Promise<Claimed> {
  const claimed: Claimed = { deliveries: [], closed: [], spent: [], turns: claim.turns }
  const turns = takeTurns(claim.turns)
  for (let looked = 0; looked < MAX_ENDPOINTS && claimed.deliveries.length < claim.limit; ) {
    const workspaces = await nextWorkspaces(tx, turns.place())
    const asked = turns.of(workspaces)
    if (asked.turns.length === 0) break
    looked += await claimOf(tx, claim, { claimed, workspaces, turns, asked })
    // Nobody else has anything ready, and these have been come to.
    if (workspaces.length < WORKSPACES && turns.of(workspaces).turns.length === 0) break
  }
  return { ...claimed, turns: turns.next() }
}

/** Behind the last comes the first. */
async function nextWorkspaces({ connection }: Tx, after: string): Promise<string[]> {
  const { readyWorkspaces } = ENGINES[connection.dialect.engine]
  const behind = await readyWorkspaces(connection, after, WORKSPACES)
  if (behind.length === WORKSPACES || after === '') return behind
  const first = await readyWorkspaces(connection, '', WORKSPACES - behind.length)
  return [...behind, ...first.filter((id) => id <= after)]
}

interface Step {
  claimed: Claimed
  workspaces: readonly string[]
  turns: TurnsOfClaim
  asked: Asked
}

/** Takes from some workspaces, and passes the turn on behind them. @returns how many endpoints it looked at */
async function claimOf(tx: Tx, claim: DeliveryClaim, { claimed, workspaces, turns, asked }: Step): Promise<number> {
  const { connection, time: now } = tx
  const { readyEndpoints, take } = ENGINES[connection.dialect.engine]
  const found = await readyEndpoints(connection, asked.turns, { now, limit: asked.limit })
  claimed.closed.push(...found.filter(({ is_open }) => !is_open))
  const pace = await paceOf(tx, now, found)
  claimed.spent.push(...found.filter(({ endpoint_id, is_open }) => is_open && pace.get(endpoint_id) === 0))
  const { wanted, seen } = wantedOf(found, claim, pace, claim.limit - claimed.deliveries.length)
  const taken = await take(connection, wanted, claim)
  await countTaken(tx, pace, taken)
  claimed.deliveries.push(...taken)
  turns.passed({ workspaces, seen, isWhole: seen.length === found.length })
  return Math.max(1, found.length)
}

/**
 * Gives the places that there are one by one, to each endpoint the first before any has a second.
 * @returns with `seen`, those of them that it came to before there was room for no more
 */
function wantedOf(found: readonly ReadyEndpoint[], { roomOf }: DeliveryClaim, pace: Pace, limit: number) {
  const given: { endpoint: ReadyEndpoint; room: number; most: number }[] = []
  let left = limit
  for (const endpoint of interleaved(found)) {
    if (left === 0) break
    const paced = pace.get(endpoint.endpoint_id) ?? endpoint.ready
    const most = Math.min(endpoint.ready, endpoint.room ?? endpoint.ready, paced)
    const isOut = !endpoint.is_open || endpoint.isTaken || most <= 0
    const one = { endpoint, room: 0, most: isOut ? 0 : Math.min(most, roomOf(endpoint)) }
    given.push(one)
    if (one.most <= 0) continue
    one.room = 1
    left--
  }
  for (let room = 2; room <= MAX_CONCURRENCY; room++)
    for (const one of given) {
      if (left === 0) break
      if (one.most < room) continue
      one.room = room
      left--
    }
  const wanted: Wanted[] = given.filter(({ room }) => room > 0).map(({ endpoint, room }) => ({ endpoint, room }))
  return { wanted, seen: given.map(({ endpoint }) => endpoint) }
}

/** The events of claimed deliveries, by id, but for those that retention took meanwhile. */
export function dueEvents({ connection }: Reader, claimed: readonly ClaimedDelivery[]): Promise<Map<string, DueEvent>> {
  return ENGINES[connection.dialect.engine].dueEvents(connection, claimed)
}

/** Writes down how attempts ended. @returns the ids of those that were still held by the claim that sent them */
export function settleDeliveries({ connection }: Tx, outcomes: readonly DeliveryOutcome[]): Promise<Set<string>> {
  return ENGINES[connection.dialect.engine].settleDeliveries(connection, outcomes)
}
