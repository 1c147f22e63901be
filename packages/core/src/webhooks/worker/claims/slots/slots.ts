import { MAX_CONCURRENCY } from '../../../endpoint.ts'

/** Maximum number of deliveries under way in one process. */
export const SLOTS = 1536
/** The part for endpoints that are not known to be fast: for all together, while others need slots. */
const SHARED = 768
const MAX_SHARED = 896
/** Additional slots for the first attempt of an endpoint: in total, and per workspace. Its speed is unknown. */
const FIRSTS = 256
const FIRSTS_OF_WORKSPACE = 64
/** An endpoint is fast if its average and current response times are below this. */
const FAST_MS = 1000
/** The slots of an endpoint without a response, once many slots are taken. */
const FIRST_PLACES = 2
const MANY = 192
/** The weight of the newest response time. */
const WEIGHT = 0.2
/** Maximum number of endpoints whose response times are cached. */
const REMEMBERED = 10_000

interface Endpoint {
  workspace_id: string
  endpoint_id: string
  /** The response time stored by another process. */
  answer_ms?: number | null
}

interface Known {
  workspace_id: string
  /** The starts of its attempts under way, the oldest first. */
  underWay: Set<{ since: number }>
  /** The average response time; undefined before the first. */
  average: number | undefined
}

/** The slots for deliveries under way in this process. */
export interface Slots {
  /** For one claim: how many more deliveries an endpoint may have. Returned slots count as taken for the next call. */
  shares(): (endpoint: Endpoint) => number
  /** Whether it is known to be fast. */
  isFast(endpoint: Endpoint): boolean
  /** The average response time in whole milliseconds; undefined before the first. */
  averageOf(endpoint: Pick<Endpoint, 'endpoint_id'>): number | undefined
  /** Starts an attempt. @returns a function to call at its end */
  begin(endpoint: Endpoint): () => void
}

/**
 * Assigns slots: fast endpoints get what they need. Of the others, each workspace gets an equal share, and each
 * endpoint an equal part of it, so that many slow receivers of one workspace delay no other.
 * @param now milliseconds of a monotonic clock
 */
export function createSlots(now = () => performance.now()): Slots {
  const endpoints = new Map<string, Known>()
  const busy = new Map<string, Known>()

  function isFast({ underWay, average }: Known): boolean {
    const [oldest] = underWay
    return average !== undefined && average <= FAST_MS && (!oldest || now() - oldest.since <= FAST_MS)
  }

  function known({ workspace_id, endpoint_id }: Endpoint): Known {
    const endpoint = endpoints.get(endpoint_id) ?? { workspace_id, underWay: new Set(), average: undefined }
    endpoints.delete(endpoint_id)
    endpoints.set(endpoint_id, endpoint)
    const [oldest] = endpoints.keys()
    if (endpoints.size > REMEMBERED && oldest !== undefined) endpoints.delete(oldest)
    return endpoint
  }

  /** Unknown response times are those stored last, also after a start. */
  function recalled({ workspace_id, endpoint_id, answer_ms }: Endpoint): Known | undefined {
    const endpoint = endpoints.get(endpoint_id)
    if (endpoint || answer_ms === null || answer_ms === undefined) return endpoint
    return Object.assign(known({ workspace_id, endpoint_id }), { average: answer_ms })
  }

  return {
    shares() {
      const slow = [...busy].filter(([, one]) => !isFast(one))
      const shares = sharesOf(slow.map(([id, { workspace_id, underWay }]) => [workspace_id, id, underWay.size]))
      const isFirst = firstsOf(busy.values())
      return (place) => {
        const { workspace_id, endpoint_id } = place
        const endpoint = recalled(place)
        if (endpoint && isFast(endpoint)) return MAX_CONCURRENCY
        const capacity = shares(workspace_id, endpoint_id, endpoint?.average !== undefined)
        if (capacity > 0 || endpoint?.average !== undefined || busy.has(endpoint_id)) return capacity
        return isFirst(workspace_id) ? 1 : 0
      }
    },
    isFast(place) {
      const endpoint = recalled(place)
      return endpoint !== undefined && isFast(endpoint)
    },
    averageOf({ endpoint_id }) {
      const average = endpoints.get(endpoint_id)?.average
      return average === undefined ? undefined : Math.round(average)
    },
    begin(place) {
      const endpoint = known(place)
      const attempt = { since: now() }
      endpoint.underWay.add(attempt)
      busy.set(place.endpoint_id, endpoint)
      return () => {
        endpoint.underWay.delete(attempt)
        if (endpoint.underWay.size === 0) busy.delete(place.endpoint_id)
        const took = now() - attempt.since
        endpoint.average = endpoint.average === undefined ? took : endpoint.average * (1 - WEIGHT) + took * WEIGHT
      }
    },
  }
}

/** @returns whether a workspace may start one more endpoint without a response, which then counts */
function firstsOf(busy: Iterable<Known>): (workspace_id: string) => boolean {
  const counts = new Map<string, number>()
  let total = 0
  const count = (workspace_id: string) => {
    counts.set(workspace_id, (counts.get(workspace_id) ?? 0) + 1)
    total++
  }
  for (const { workspace_id, average } of busy) if (average === undefined) count(workspace_id)
  return (workspace_id) => {
    if (total >= FIRSTS || (counts.get(workspace_id) ?? 0) >= FIRSTS_OF_WORKSPACE) return false
    count(workspace_id)
    return true
  }
}

interface Taken {
  /** Deliveries by endpoint. */
  endpoints: Map<string, number>
  total: number
}

/** The shares of endpoints that are not fast, given their current slots. */
function sharesOf(taken: readonly (readonly [workspace_id: string, endpoint_id: string, places: number])[]) {
  const workspaces = new Map<string, Taken>()
  let total = 0
  const takenIn = (workspace_id: string): Taken => workspaces.get(workspace_id) ?? { endpoints: new Map(), total: 0 }
  const add = (workspace_id: string, endpoint_id: string, places: number) => {
    const { endpoints, total: before } = takenIn(workspace_id)
    endpoints.set(endpoint_id, (endpoints.get(endpoint_id) ?? 0) + places)
    workspaces.set(workspace_id, { endpoints, total: before + places })
    total += places
  }
  for (const one of taken) add(...one)

  return (workspace_id: string, endpoint_id: string, hasAnswered: boolean): number => {
    const most = hasAnswered || total < MANY ? MAX_CONCURRENCY : FIRST_PLACES
    const { endpoints, total: used } = takenIn(workspace_id)
    const has = endpoints.get(endpoint_id) ?? 0
    const others = { workspaces: workspaces.size - (used > 0 ? 1 : 0), endpoints: endpoints.size - (has > 0 ? 1 : 0) }
    const ofWorkspace = Math.max(1, Math.floor(SHARED / (others.workspaces + 1)))
    const ofEndpoint = Math.max(1, Math.floor(ofWorkspace / (others.endpoints + 1)))
    const capacity = Math.min(most - has, ofEndpoint - has, ofWorkspace - used, MAX_SHARED - total)
    if (capacity > 0) add(workspace_id, endpoint_id, capacity)
    return Math.max(0, capacity)
  }
}
