import { MAX_CONCURRENCY } from '../../../endpoint.ts'

/** Deliveries under way in one process. */
export const SLOTS = 1536
/** Of these, what endpoints may take that are not known to answer fast: all together, and while others ask for more. */
const SHARED = 768
const MAX_SHARED = 896
/** Beyond these, one place for the first attempt of an endpoint: in all, and in a workspace. Nobody knows yet that it is slow. */
const FIRSTS = 256
const FIRSTS_OF_WORKSPACE = 64
/** An endpoint answers fast if it does within this time, on average and now. */
const FAST_MS = 1000
/** Of an endpoint that has not answered yet, once many places are taken. */
const FIRST_PLACES = 2
const MANY = 192
/** How much the newest answer counts for. */
const WEIGHT = 0.2
/** Endpoints whose answers are remembered. */
const REMEMBERED = 10_000

interface Endpoint {
  workspace_id: string
  endpoint_id: string
  /** How long its answers take, as another process may have found out. */
  answer_ms?: number | null
}

interface Known {
  workspace_id: string
  /** When each of its attempts under way began, the oldest first. */
  underWay: Set<{ since: number }>
  /** How long its answers take; undefined before the first. */
  average: number | undefined
}

/** Who may have how many deliveries under way in this process. */
export interface Slots {
  /** For one claim: how many more an endpoint may take. What it is told counts as taken for the next. */
  shares(): (endpoint: Endpoint) => number
  /** Whether it is known to answer fast. */
  isFast(endpoint: Endpoint): boolean
  /** How long its answers take on average, in whole milliseconds; undefined before the first. */
  averageOf(endpoint: Pick<Endpoint, 'endpoint_id'>): number | undefined
  /** An attempt begins. @returns what to call at its end */
  begin(endpoint: Endpoint): () => void
}

/**
 * Shares the places: endpoints that answer fast take what they need. Of the others, each workspace has the same part of
 * what is theirs, and in it each endpoint; so one with many slow receivers keeps nobody else waiting.
 * @param now milliseconds of a clock that never goes back
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

  /** What is not known here is as it was last written down: a start knows it. */
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

/** @returns whether a workspace may begin with one more endpoint that has not answered yet; it counts as begun with */
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
  /** By endpoint. */
  endpoints: Map<string, number>
  total: number
}

/** What those may take that are not fast, given what each has. */
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
