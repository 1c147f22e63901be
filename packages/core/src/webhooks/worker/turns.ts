import type { ReadyEndpoint, Turn } from './delivery.ts'

/** Endpoints of a workspace before it is the next one's turn. */
export const ENDPOINTS = 20

/** Whose turn is next: workspaces behind one, and in some of them endpoints behind one. */
export interface Turns {
  workspace_id: string
  endpoints: ReadonlyMap<string, string>
}

export const FIRST_TURN: Turns = { workspace_id: '', endpoints: new Map() }

/** The turns of one claim, which comes to each endpoint once. */
export function takeTurns(first: Turns) {
  const endpoints = new Map(first.endpoints)
  const began = new Map<string, string>()
  const begunAgain = new Set<string>()
  const done = new Set<string>()
  let { workspace_id } = first

  /** @param found what was looked at in its turn */
  function endpointsPassed({ workspace_id: id }: Turn, found: readonly ReadyEndpoint[]): void {
    const reached = found.length < ENDPOINTS ? undefined : found.at(-1)?.endpoint_id
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
    /** Goes back to the first. */
    restart(): void {
      workspace_id = ''
    },
    /** Of workspaces, the turns of those with endpoints that it has not come to. */
    of(workspaces: readonly string[]): Turn[] {
      const turns = workspaces.filter((id) => !done.has(id))
      for (const id of turns) if (!began.has(id)) began.set(id, endpoints.get(id) ?? '')
      return turns.map((id) => ({ workspace_id: id, after: endpoints.get(id) ?? '' }))
    },
    /** @param last the endpoint behind which there was room for no more; the turns after its own have not been */
    passed(
      workspaces: readonly string[],
      turns: readonly Turn[],
      found: readonly ReadyEndpoint[],
      last?: ReadyEndpoint,
    ) {
      workspace_id = last?.workspace_id ?? workspaces.at(-1) ?? ''
      for (const turn of turns) {
        if (turn.workspace_id === last?.workspace_id) return void endpoints.set(last.workspace_id, last.endpoint_id)
        endpointsPassed(
          turn,
          found.filter((endpoint) => endpoint.workspace_id === turn.workspace_id),
        )
      }
    },
    /** What the next claim begins with. */
    next: (): Turns => ({ workspace_id, endpoints }),
  }
}

export type TurnsOfClaim = ReturnType<typeof takeTurns>
