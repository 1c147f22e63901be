import type { StoredEvent } from '../../storage/database.ts'

/** An event, and the position after it. */
export interface PlacedEvent {
  event: StoredEvent
  position: string
}

/** The next events of a feed. */
export interface SettledEvents {
  /** Only those before which none can be committed any more. */
  events: PlacedEvent[]
  /** Whether these are all that are committed. */
  isDone: boolean
  /** The position after all events, if these are all. */
  end: string
}
