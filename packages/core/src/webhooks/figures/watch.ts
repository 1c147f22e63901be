import type { SendError } from '../sending/outcome.ts'

/** What this process does with deliveries, told as it happens. */
export interface DeliveryWatcher {
  /** So many were taken to be sent. */
  claimed(deliveries: number): void
  /** An attempt ended: with success, or why not. */
  attempted(outcome: 'success' | SendError, seconds: number): void
  /** What had not been tried before has arrived: so long after its event was recorded. */
  arrived(seconds: number): void
}

export type DeliveryWatch = DeliveryWatcher & {
  /** Tells one more. */
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
