import type { ReadyEndpoint, Turn } from '../delivery.ts'

/** Endpoints of a workspace before it is the next one's turn: where they are few, as many as come to this together. */
const ENDPOINTS = 4
const TOGETHER = 100
const OF_OTHERS = 3

/** Whose turn is next: workspaces behind one, and in some of them endpoints behind one. */
export interface Turns {
  workspace_id: string
  endpoints: ReadonlyMap<string, string>
}

export const FIRST_TURN: Turns = { workspace_id: '', endpoints: new Map() }

/** The turns of workspaces, and how many endpoints of each. */
export interface Asked {
  turns: readonly Turn[]
  limit: number
}

/** The workspaces whose turn it was, and their endpoints that were looked at. */
interface Passed {
  workspaces: readonly string[]
  seen: readonly ReadyEndpoint[]
  isWhole: boolean
}

/** The turns of one claim, which comes to each endpoint once. */
export function takeTurns(first: Turns) {
  const endpoints = new Map(first.endpoints)
  const began = new Map<string, string>()
  const begunAgain = new Set<string>()
  const done = new Set<string>()
  let { workspace_id } = first
  let limit = ENDPOINTS
  let turns: Turn[] = []

  /** @param found what was looked at in its turn */
  function endpointsPassed({ workspace_id: id }: Turn, found: readonly ReadyEndpoint[]): void {
    const reached = found.length < limit ? undefined : furthest(found)
    const start = began.get(id) ?? ''
    if (reached !== undefined) {
      endpoints.set(id, reached)
      if (begunAgain.has(id) && reached >= start) done.add(id)
      return
    }
    // Behind its last endpoint it begins again with the first.
    endpoints.delete(id)
    if (start === '' || begunAgain.has(id)) done.add(id)
    else begunAgain.add(id)
  }

  return {
    /** The workspace behind which the next are. */
    place: () => workspace_id,
    /** Of workspaces, the turns of those with endpoints that it has not come to, and how many of each. */
    of(workspaces: readonly string[]): Asked {
      const left = workspaces.filter((id) => !done.has(id))
      for (const id of left) if (!began.has(id)) began.set(id, endpoints.get(id) ?? '')
      limit = Math.max(ENDPOINTS, Math.floor(TOGETHER / left.length))
      turns = left.map((id) => ({ workspace_id: id, after: endpoints.get(id) ?? '' }))
      return { turns, limit }
    },
    /** What was asked for has been looked at, all of it or `seen` alone: the others come first next. */
    passed({ workspaces, seen, isWhole }: Passed): void {
      workspace_id = (isWhole ? workspaces : seen.map((endpoint) => endpoint.workspace_id)).at(-1) ?? workspace_id
      for (const turn of turns) {
        const ofTurn = seen.filter((endpoint) => endpoint.workspace_id === turn.workspace_id)
        const reached = furthest(ofTurn)
        if (isWhole) endpointsPassed(turn, ofTurn)
        else if (reached !== undefined) endpoints.set(turn.workspace_id, reached)
      }
    },
    /** What the next claim begins with. */
    next: (): Turns => ({ workspace_id, endpoints }),
  }
}

function furthest(endpoints: readonly ReadyEndpoint[]): string | undefined {
  return endpoints
    .map(({ endpoint_id }) => endpoint_id)
    .toSorted()
    .at(-1)
}

/**
 * The first endpoint of each workspace, then the second of each: where there is not room for all, each has some. Of those that
 * failed one comes after three that work: to try them again takes the least from the others.
 */
export function interleaved(found: readonly ReadyEndpoint[]): ReadyEndpoint[] {
  const failing = inTurn(found.filter(({ is_failing }) => is_failing))
  const others = inTurn(found.filter(({ is_failing }) => !is_failing))
  const merged: ReadyEndpoint[] = []
  while (merged.length < found.length) merged.push(...others.splice(0, OF_OTHERS), ...failing.splice(0, 1))
  return merged
}

function inTurn(found: readonly ReadyEndpoint[]): ReadyEndpoint[] {
  const counts = new Map<string, number>()
  const placed = found.map((endpoint) => {
    const place = counts.get(endpoint.workspace_id) ?? 0
    counts.set(endpoint.workspace_id, place + 1)
    return { endpoint, place }
  })
  return placed.toSorted((one, other) => one.place - other.place).map(({ endpoint }) => endpoint)
}

export type TurnsOfClaim = ReturnType<typeof takeTurns>
