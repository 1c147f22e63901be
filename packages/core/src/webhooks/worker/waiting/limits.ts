/** As of when, and how many rows at most. */
export interface Limits {
  now: string
  limit: number
}

/** An endpoint, and where it is. */
export interface EndpointKey {
  workspace_id: string
  endpoint_id: string
}

/** How many rows of an endpoint at most. */
export interface EndpointShare {
  endpoint_id: string
  most: number
}

/** An endpoint of a workspace that something waits for by time: behind one, of each workspace so many. */
export interface EndpointCursor {
  workspace_id: string
  after: string
}

/** An endpoint for which something waits by time, and whether any of it is due. */
export interface TimedEndpoint extends EndpointKey {
  is_due: boolean
}

/** Workspaces behind one, and of each some endpoints that are due. */
export interface TurnQuery {
  after: string
  now: string
  workspaces: number
  each: number
}

/** An endpoint that is due; null where a workspace has none yet. */
export interface Due {
  workspace_id: string
  id: string | null
}
