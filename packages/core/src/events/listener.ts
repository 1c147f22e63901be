import type { EventOf, Subscription } from './event.ts'

/** Called with an event. A promise is not waited for. */
export type EventListener<S extends Subscription> = (event: EventOf<S>) => unknown

/** The listeners to the events of this process. */
export interface Listeners {
  on<S extends Subscription>(type: S, listener: EventListener<S>, options?: { signal?: AbortSignal }): () => void
  off<S extends Subscription>(type: S, listener: EventListener<S>): void
}
