import type { Subscriber } from '../event-row.ts'

export type NextSubscriber = Subscriber & { created_at: string }

export interface NextQuery {
  workspace_id: string
  /** The subscriptions that include the type of the event. */
  patterns: readonly string[]
  /** The last endpoint before; '' for the first. */
  after: string
  limit: number
}
