import type { EndpointCapacity, ReadyEndpoint } from '../../../delivery.ts'
import { MAX_CONCURRENCY } from '../../../endpoint.ts'
import { inTurn } from '../turns.ts'

/**
 * Endpoints of a claim that are not known to answer fast: an attempt that fails costs more to write down, and whoever waits for
 * the next claim waits for that.
 */
const UNPROVEN = 128
/** Of these, those that failed have a part where others have something ready: to try them again is the least urgent. */
const FAILING_SHARE = 1 / 4

/** An endpoint, and how many of its deliveries may be taken. */
export interface Offer {
  endpoint: ReadyEndpoint
  most: number
}

interface Place {
  endpoint: ReadyEndpoint
  capacity: number
  most: number
}

/** What there is to give. */
interface Room {
  limit: number
  /** Of it, what endpoints may have that are not known to answer fast. */
  slow: number
  /** How many of an endpoint this process has places for; asked of those alone that get one. */
  capacityOf(endpoint: ReadyEndpoint): number
  /** Whether it is known to answer fast. */
  isProven(endpoint: ReadyEndpoint): boolean
}

/** Gives the places of one claim: to each endpoint the first before any has a second. */
export function assignSlots({ limit, slow, capacityOf, isProven }: Room) {
  const proven: Place[] = []
  const unproven: Place[] = []
  const failing: Place[] = []
  const passedBy: Offer[] = []
  const mostUnproven = Math.min(slow, UNPROVEN)
  const mostFailing = Math.ceil(mostUnproven * FAILING_SHARE)
  let seenFailing = 0
  /** At the last look. */
  let provenBefore = 0

  const left = () => limit - proven.length - unproven.length - failing.length
  const leftUnproven = () => Math.min(left(), mostUnproven - unproven.length - failing.length)

  function assignTo(places: Place[], { endpoint, most }: Offer): void {
    const capacity = Math.min(most, capacityOf(endpoint))
    if (capacity > 0) places.push({ endpoint, capacity: 1, most: capacity })
  }

  /** Which of those that failed is by chance, so that none is passed by again and again. */
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
    /** @returns those that work for which there was no room, and the workspace that got the last place */
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
    /** Whether there is nothing to gain by a look at more. */
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

/** Gives second places, then third ones, and so on. @returns how many are left */
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
