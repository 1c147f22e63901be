/** As of when, and how many rows at most. */
export interface Limits {
  now: string
  limit: number
}

/** An endpoint, and where it is. */
export interface Place {
  workspace_id: string
  endpoint_id: string
}
