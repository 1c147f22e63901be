/** As of when, and how many rows at most. */
export interface Limits {
  now: string
  limit: number
}
