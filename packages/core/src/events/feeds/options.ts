import { z } from 'zod'
import type { EventOf, Subscription } from '../event.ts'

/** How a feed is read. */
export interface FeedOptions<S extends Subscription = Subscription> {
  /** The types of events to handle. Defaults to all. */
  types?: readonly S[]
  /** Where a feed begins that does not exist yet: with events from now on, or with the oldest that is kept. Defaults to `now`. */
  from?: 'now' | 'oldest'
  /** Continues with the oldest event that is kept if events were deleted since the feed was read last. Defaults to false. */
  skipDeleted?: boolean
  /** Stops the feed. */
  signal?: AbortSignal
}

/** @internal The types of events are checked by themselves: their names are many. */
export const FeedOptionsShape = z.strictObject({
  types: z.array(z.string()).min(1, 'must not be empty: without it, a feed has all types').optional(),
  from: z.enum(['now', 'oldest']).optional(),
  skipDeleted: z.boolean().optional(),
  signal: z.instanceof(AbortSignal, { error: 'must be an AbortSignal' }).optional(),
} satisfies Record<keyof FeedOptions, z.ZodType>)

/**
 * Called with one event after the other. The next one follows when the promise has resolved; the same one follows again, after a
 * pause, when it has rejected.
 * @param signal aborted when another process has taken over the feed, or the feed stops
 */
export type FeedHandler<S extends Subscription> = (event: EventOf<S>, signal: AbortSignal) => unknown

/** A running feed. */
export interface Feed {
  /** Waits for the running handler. */
  stop(): Promise<void>
}
