import type { ReadyEndpoint, Turn } from '../../delivery.ts'

/** Endpoints of a workspace per turn: with few workspaces, as many as make up a scan. */
const ENDPOINTS = 4
const TOGETHER = 100
/** Maximum number of workspaces whose position among their endpoints is remembered. */
const REMEMBERED = 1000

/** The next turns: workspaces after a given one, and in some of them endpoints after a given one. */
export interface Turns {
  workspace_id: string
  endpoints: ReadonlyMap<string, string>
}

export const FIRST_TURN: Turns = { workspace_id: '', endpoints: new Map() }

/** The turns of workspaces, with the number of endpoints of each. */
export interface TurnRequest {
  turns: readonly Turn[]
  limit: number
}

/** The examined endpoints, those without a slot, and the workspace of the last slot. */
interface ScanResult {
  found: readonly ReadyEndpoint[]
  left: readonly ReadyEndpoint[]
  last: string | undefined
}

/** The turns of one claim, which reaches each endpoint once. */
export function takeTurns(first: Turns) {
  const endpoints = new Map(first.endpoints)
  const began = new Map<string, string>()
  const begunAgain = new Set<string>()
  const done = new Set<string>()
  let { workspace_id } = first
  let behind = workspace_id
  let limit = ENDPOINTS
  let turns: Turn[] = []

  function ask(workspaces: readonly string[]): TurnRequest {
    const left = workspaces.filter((id) => !done.has(id))
    for (const id of left) if (!began.has(id)) began.set(id, endpoints.get(id) ?? '')
    limit = Math.max(ENDPOINTS, Math.floor(TOGETHER / left.length))
    turns = left.map((id) => ({ workspace_id: id, after: endpoints.get(id) ?? '' }))
    return { turns, limit }
  }

  function turnTo(id: string, endpoint_id: string): void {
    // The one that was set last stands last.
    endpoints.delete(id)
    endpoints.set(id, endpoint_id)
  }

  /** @param found the endpoints examined in its turn */
  function endpointsPassed({ workspace_id: id }: Turn, found: readonly ReadyEndpoint[]): void {
    const reached = found.length < limit ? undefined : furthest(found)
    const start = began.get(id) ?? ''
    if (reached !== undefined) {
      turnTo(id, reached)
      if (begunAgain.has(id) && reached >= start) done.add(id)
      return
    }
    // After its last endpoint it starts again with the first.
    endpoints.delete(id)
    if (start === '' || begunAgain.has(id)) done.add(id)
    else begunAgain.add(id)
  }

  /** @returns whether the workspace may have more healthy endpoints */
  function turnPassed(turn: Turn, found: readonly ReadyEndpoint[], left: ReadonlySet<ReadyEndpoint>): boolean {
    const first = found.find((endpoint) => left.has(endpoint))
    if (!first) endpointsPassed(turn, found)
    const reached = first && furthest(found.filter(({ endpoint_id }) => endpoint_id < first.endpoint_id))
    if (reached !== undefined) turnTo(turn.workspace_id, reached)
    if (done.has(turn.workspace_id)) return false
    return found.length < limit || found.some(({ is_failing }) => !is_failing)
  }

  return {
    /** The workspace behind which the next are. */
    place: () => workspace_id,
    /** The turns of workspaces with endpoints that were not examined yet, and the number of each. */
    of(workspaces: readonly string[]): TurnRequest {
      behind = workspaces.at(-1) ?? workspace_id
      return ask(workspaces)
    },
    /**
     * Records a scan: endpoints without a slot come first in the next claim.
     * @returns the next scan before the turn of other workspaces
     */
    passed({ found, left, last }: ScanResult): TurnRequest {
      workspace_id = left.length > 0 ? (last ?? workspace_id) : behind
      const byWorkspace = Map.groupBy(found, (endpoint) => endpoint.workspace_id)
      const out = new Set(left)
      const more = turns.filter((turn) => turnPassed(turn, byWorkspace.get(turn.workspace_id) ?? [], out))
      return ask(more.map((turn) => turn.workspace_id))
    },
    /** The start of the next claim. */
    next: (): Turns => ({ workspace_id, endpoints: new Map([...endpoints].slice(-REMEMBERED)) }),
  }
}

function furthest(endpoints: readonly ReadyEndpoint[]): string | undefined {
  return endpoints
    .map(({ endpoint_id }) => endpoint_id)
    .toSorted()
    .at(-1)
}

/** The first endpoint of each workspace, then the second of each, so that each gets some if slots are scarce. */
export function inTurn<Of extends { endpoint: ReadyEndpoint }>(found: readonly Of[]): Of[] {
  const counts = new Map<string, number>()
  const placed = found.map((one) => {
    const { workspace_id } = one.endpoint
    const place = counts.get(workspace_id) ?? 0
    counts.set(workspace_id, place + 1)
    return { one, place }
  })
  return placed.toSorted((one, other) => one.place - other.place).map(({ one }) => one)
}
