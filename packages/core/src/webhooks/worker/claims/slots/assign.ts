import type { EndpointCapacity, ReadyEndpoint } from '../../../delivery.ts'
import { MAX_CONCURRENCY } from '../../../endpoint.ts'
import { inTurn } from '../turns.ts'

/**
 * Maximum number of endpoints of unknown speed per claim: failed attempts cost more to record, and delay the next
 * claim.
 */
const UNPROVEN = 128
/** The share of failing endpoints beside others: their retries are the least urgent. */
const FAILING_SHARE = 1 / 4

/** An endpoint, with the number of deliveries that may be claimed. */
export interface Offer {
  endpoint: ReadyEndpoint
  most: number
}

interface Place {
  endpoint: ReadyEndpoint
  capacity: number
  most: number
}

/** The capacity of a claim. */
interface Room {
  limit: number
  /** The part for endpoints of unknown speed. */
  slow: number
  /** The slots of this process for an endpoint; called only for endpoints that get one. */
  capacityOf(endpoint: ReadyEndpoint): number
  /** Whether it is known to be fast. */
  isProven(endpoint: ReadyEndpoint): boolean
}

/** Assigns the slots of one claim: each endpoint gets a first one before any gets a second. */
export function assignSlots({ limit, slow, capacityOf, isProven }: Room) {
  const proven: Place[] = []
  const unproven: Place[] = []
  const failing: Place[] = []
  const passedBy: Offer[] = []
  const mostUnproven = Math.min(slow, UNPROVEN)
  const mostFailing = Math.ceil(mostUnproven * FAILING_SHARE)
  let seenFailing = 0
  /** Count at the previous scan. */
  let provenBefore = 0

  const left = () => limit - proven.length - unproven.length - failing.length
  const leftUnproven = () => Math.min(left(), mostUnproven - unproven.length - failing.length)

  function assignTo(places: Place[], { endpoint, most }: Offer): void {
    const capacity = Math.min(most, capacityOf(endpoint))
    if (capacity > 0) places.push({ endpoint, capacity: 1, most: capacity })
  }

  /** Failing endpoints are chosen at random, so that none is skipped repeatedly. */
  function offerFailing(offers: readonly Offer[]): void {
    seenFailing += offers.length
    const shuffled = offers
      .map((offer) => ({ offer, by: Math.random() }))
      .toSorted((one, other) => one.by - other.by)
      .map(({ offer }) => offer)
    for (const offer of inTurn(shuffled))
      if (failing.length < mostFailing && leftUnproven() > 0) assignTo(failing, offer)
      else passedBy.push(offer)
  }

  return {
    /** @returns the healthy endpoints without a slot, and the workspace of the last slot */
    offer(offers: readonly Offer[]): { left: ReadyEndpoint[]; last: string | undefined } {
      provenBefore = proven.length
      const possible = offers.filter(({ most }) => most > 0)
      offerFailing(possible.filter(({ endpoint }) => endpoint.is_failing))
      const without: ReadyEndpoint[] = []
      let last: string | undefined
      for (const offer of inTurn(possible.filter(({ endpoint }) => !endpoint.is_failing))) {
        const { endpoint } = offer
        const isKnown = isProven(endpoint)
        if ((isKnown ? left() : leftUnproven()) <= 0) without.push(endpoint)
        else {
          assignTo(isKnown ? proven : unproven, offer)
          last = endpoint.workspace_id
        }
      }
      return { left: without, last }
    },
    /** Whether another scan would add nothing. */
    isDone(): boolean {
      if (left() <= 0) return true
      return proven.length === provenBefore && (leftUnproven() <= 0 || seenFailing >= mostUnproven)
    },
    wanted(): EndpointCapacity[] {
      const isAlone = proven.length + unproven.length === 0
      if (isAlone) for (const offer of passedBy) if (leftUnproven() > 0) assignTo(failing, offer)
      const further = share(unproven, leftUnproven())
      share(failing, isAlone ? further : Math.min(further, mostFailing - failing.length))
      share(proven, limit - [...unproven, ...failing].reduce((sum, { capacity }) => sum + capacity, 0) - proven.length)
      return [...proven, ...unproven, ...failing].map(({ endpoint, capacity }) => ({ endpoint, capacity }))
    },
  }
}

/** Assigns second slots, then third ones, and so on. @returns how many are left */
function share(places: readonly Place[], count: number): number {
  let left = count
  for (let capacity = 2; capacity <= MAX_CONCURRENCY; capacity++)
    for (const place of places) {
      if (left <= 0) return 0
      if (place.most < capacity) continue
      place.capacity = capacity
      left--
    }
  return left
}
