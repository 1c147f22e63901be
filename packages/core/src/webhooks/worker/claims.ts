import type { Reader, Tx } from '../../storage/database.ts'
import * as postgres from './claims.postgres.ts'
import * as sqlite from './claims.sqlite.ts'
import type { ClaimedDelivery, DeliveryOutcome, DueEvent, ReadyEndpoint, Wanted } from './delivery.ts'
import { countTaken, type Pace, paceOf } from './pace.ts'

const ENGINES = { sqlite, postgres }

/** Endpoints that are looked at together, and in one claim at most: the turn goes on behind them in the next. */
const PAGE = 200
const MAX_ENDPOINTS = 2000

/** What may be taken. */
export interface DeliveryClaim {
  /** Endpoints after this id come first: the turn goes round. */
  after: string
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
  closed: string[]
  /** Those that get no more within this second. */
  spent: string[]
  /** The endpoint whose turn was last. */
  turn: string
}

/**
 * Takes deliveries that are ready, a few of each endpoint in turn, and leases them; none beyond what an endpoint may
 * have under way, also when several processes claim at once.
 */
export async function claimDeliveries(tx: Tx, claim: DeliveryClaim): Promise<Claimed> {
  const { connection, time: now } = tx
  const { readyEndpoints, take } = ENGINES[connection.dialect.engine]
  const claimed: Claimed = { deliveries: [], closed: [], spent: [], turn: claim.after }
  let isRound = claim.after === ''
  for (let looked = 0; looked < MAX_ENDPOINTS && claimed.deliveries.length < claim.limit; ) {
    const found = await readyEndpoints(connection, { after: claimed.turn, now, limit: PAGE })
    looked += found.length
    claimed.closed.push(...found.filter(({ is_open }) => !is_open).map(({ endpoint_id }) => endpoint_id))
    const pace = await paceOf(tx, now, found)
    const isSpent = ({ endpoint_id, is_open }: ReadyEndpoint) => is_open && pace.get(endpoint_id) === 0
    claimed.spent.push(...found.filter(isSpent).map(({ endpoint_id }) => endpoint_id))
    const { wanted, last } = wantedOf(found, claim, pace, claim.limit - claimed.deliveries.length)
    const taken = await take(connection, wanted, claim)
    await countTaken(tx, pace, taken)
    claimed.deliveries.push(...taken)
    if (last !== undefined) claimed.turn = last
    else if (found.length === PAGE) claimed.turn = found.at(-1)?.endpoint_id ?? ''
    else claimed.turn = ''
    if (claimed.turn === '' && isRound) break
    isRound ||= claimed.turn === ''
  }
  return claimed
}

/** @returns with `last`, the endpoint after which there was room for no more */
function wantedOf(found: readonly ReadyEndpoint[], { roomOf }: DeliveryClaim, pace: Pace, limit: number) {
  const wanted: Wanted[] = []
  let left = limit
  for (const endpoint of found) {
    if (!endpoint.is_open || endpoint.isTaken) continue
    const most = Math.min(endpoint.room ?? left, pace.get(endpoint.endpoint_id) ?? left, left)
    if (most <= 0) continue
    const room = Math.min(most, roomOf(endpoint))
    if (room <= 0) continue
    wanted.push({ endpoint, room })
    left -= room
    if (left === 0) return { wanted, last: endpoint.endpoint_id }
  }
  return { wanted, last: undefined }
}

/** The events of claimed deliveries, by id, but for those that retention took meanwhile. */
export function dueEvents({ connection }: Reader, claimed: readonly ClaimedDelivery[]): Promise<Map<string, DueEvent>> {
  return ENGINES[connection.dialect.engine].dueEvents(connection, claimed)
}

/** Writes down how attempts ended. @returns the ids of those that were still held by the claim that sent them */
export function settleDeliveries({ connection }: Tx, outcomes: readonly DeliveryOutcome[]): Promise<Set<string>> {
  return ENGINES[connection.dialect.engine].settleDeliveries(connection, outcomes)
}
