import { MAX_CONCURRENCY } from '../../endpoint.ts'
import type { ReadyEndpoint, Wanted } from '../delivery.ts'
import { inTurn } from './turns.ts'

/**
 * Endpoints of a claim that are not known to answer fast: an attempt that fails costs more to write down, and whoever waits for
 * the next claim waits for that.
 */
const UNPROVEN = 128
/** Of these, those that failed have a part where others have something ready: to try them again is the least urgent. */
const OF_FAILING = 1 / 4

/** An endpoint, and how many of its deliveries may be taken. */
export interface Offer {
  endpoint: ReadyEndpoint
  most: number
}

interface Place {
  endpoint: ReadyEndpoint
  room: number
  most: number
}

/** What there is to give. */
interface Room {
  limit: number
  /** Of it, what endpoints may have that are not known to answer fast. */
  slow: number
  /** How many of an endpoint this process has places for; asked of those alone that get one. */
  roomOf(endpoint: ReadyEndpoint): number
  /** Whether it is known to answer fast. */
  isProven(endpoint: ReadyEndpoint): boolean
}

/** Gives the places of one claim: to each endpoint the first before any has a second. */
export function assignSlots({ limit, slow, roomOf, isProven }: Room) {
  const proven: Place[] = []
  const unproven: Place[] = []
  const failing: Place[] = []
  const passedBy: Offer[] = []
  const mostUnproven = Math.min(slow, UNPROVEN)
  const mostFailing = Math.ceil(mostUnproven * OF_FAILING)
  let seenFailing = 0
  /** At the last look. */
  let provenBefore = 0

  const left = () => limit - proven.length - unproven.length - failing.length
  const leftUnproven = () => Math.min(left(), mostUnproven - unproven.length - failing.length)

  function giveTo(places: Place[], { endpoint, most }: Offer): void {
    const room = Math.min(most, roomOf(endpoint))
    if (room > 0) places.push({ endpoint, room: 1, most: room })
  }

  /** Which of those that failed is by chance, so that none is passed by again and again. */
  function offerFailing(offers: readonly Offer[]): void {
    seenFailing += offers.length
    const shuffled = offers
      .map((offer) => ({ offer, by: Math.random() }))
      .toSorted((one, other) => one.by - other.by)
      .map(({ offer }) => offer)
    for (const offer of inTurn(shuffled))
      if (failing.length < mostFailing && leftUnproven() > 0) giveTo(failing, offer)
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
          giveTo(isKnown ? proven : unproven, offer)
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
    wanted(): Wanted[] {
      const isAlone = proven.length + unproven.length === 0
      if (isAlone) for (const offer of passedBy) if (leftUnproven() > 0) giveTo(failing, offer)
      const further = share(unproven, leftUnproven())
      share(failing, isAlone ? further : Math.min(further, mostFailing - failing.length))
      share(proven, limit - [...unproven, ...failing].reduce((sum, { room }) => sum + room, 0) - proven.length)
      return [...proven, ...unproven, ...failing].map(({ endpoint, room }) => ({ endpoint, room }))
    },
  }
}

/** Gives second places, then third ones, and so on. @returns how many are left */
function share(places: readonly Place[], count: number): number {
  let left = count
  for (let room = 2; room <= MAX_CONCURRENCY; room++)
    for (const place of places) {
      if (left <= 0) return 0
      if (place.most < room) continue
      place.room = room
      left--
    }
  return left
}
