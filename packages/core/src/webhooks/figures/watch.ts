import type { SendError } from '../sending/outcome.ts'

/** Callbacks for the deliveries of this process. */
export interface DeliveryWatcher {
  /** Deliveries were claimed. */
  claimed(deliveries: number): void
  /** An attempt ended, with success or a reason. */
  attempted(outcome: 'success' | SendError, seconds: number): void
  /** A delivery succeeded at its first attempt, with the seconds since its event. */
  arrived(seconds: number): void
}

export type DeliveryWatch = DeliveryWatcher & {
  /** Adds a watcher. */
  add(watcher: DeliveryWatcher): void
}

export function createDeliveryWatch(): DeliveryWatch {
  const watchers: DeliveryWatcher[] = []
  return {
    add: (watcher) => void watchers.push(watcher),
    claimed(deliveries) {
      for (const one of watchers) one.claimed(deliveries)
    },
    attempted(outcome, seconds) {
      for (const one of watchers) one.attempted(outcome, seconds)
    },
    arrived(seconds) {
      for (const one of watchers) one.arrived(seconds)
    },
  }
}
