/** The time of a step, and its maximum number of rows. */
export interface Limits {
  now: string
  limit: number
}

/** The key of an endpoint. */
export interface EndpointKey {
  workspace_id: string
  endpoint_id: string
}

/** The maximum number of rows of an endpoint. */
export interface EndpointShare {
  endpoint_id: string
  most: number
}

/** A cursor over endpoints with scheduled deliveries: after a given one, with a number per workspace. */
export interface EndpointCursor {
  workspace_id: string
  after: string
}

/** An endpoint with scheduled deliveries, and whether any of them is due. */
export interface TimedEndpoint extends EndpointKey {
  is_due: boolean
}

/** A query of workspaces after a given one, with some due endpoints of each. */
export interface TurnQuery {
  after: string
  now: string
  workspaces: number
  each: number
}

/** A due endpoint; null for a workspace without one. */
export interface Due {
  workspace_id: string
  id: string | null
}
