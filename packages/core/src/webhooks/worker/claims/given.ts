import { MAX_CONCURRENCY } from '../../endpoint.ts'
import type { ReadyEndpoint, Wanted } from '../delivery.ts'
import { inTurn } from './turns.ts'

/** Of a claim, what those that failed may have where others have something ready: to try them again is the least urgent. */
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

/**
 * Gives the places of one claim: to each endpoint the first before any has a second.
 * @param roomOf how many of an endpoint this process has places for; asked of those alone that get one
 */
export function givePlaces(limit: number, roomOf: (endpoint: ReadyEndpoint) => number) {
  const working: Place[] = []
  const failing: Place[] = []
  const passedBy: Offer[] = []
  const mostFailing = Math.ceil(limit * OF_FAILING)
  let seenFailing = 0

  const isFull = () => working.length + failing.length >= limit

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
      if (failing.length < mostFailing && !isFull()) giveTo(failing, offer)
      else passedBy.push(offer)
  }

  return {
    /** @returns those that work for which there was no room, and the workspace that got the last place */
    offer(offers: readonly Offer[]): { left: ReadyEndpoint[]; last: string | undefined } {
      const possible = offers.filter(({ most }) => most > 0)
      offerFailing(possible.filter(({ endpoint }) => endpoint.is_failing))
      const others = inTurn(possible.filter(({ endpoint }) => !endpoint.is_failing))
      let come = 0
      for (const offer of others) {
        if (isFull()) break
        giveTo(working, offer)
        come++
      }
      const left = others.slice(come).map(({ endpoint }) => endpoint)
      return { left, last: others[come - 1]?.endpoint.workspace_id }
    },
    /** Whether there is nothing to gain by a look at more. */
    isDone: () => isFull() || seenFailing >= limit,
    wanted(): Wanted[] {
      if (working.length === 0) for (const offer of passedBy) if (!isFull()) giveTo(failing, offer)
      const left = share(working, limit - working.length - failing.length)
      share(failing, working.length === 0 ? left : Math.min(left, mostFailing - failing.length))
      return [...working, ...failing].map(({ endpoint, room }) => ({ endpoint, room }))
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
