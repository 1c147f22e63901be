import { AsyncLocalStorage } from 'node:async_hooks'

/** Lets others go on. Undefined while there is no need to. */
export type Pause = () => Promise<void> | undefined

const pauses = new AsyncLocalStorage<Pause>()

/** Does work that pauses between what it reads from SQLite, which reads on the main thread. Transactions that write never pause. */
export function withPauses(pause: Pause, work: () => void): void {
  pauses.run(pause, work)
}

/** What is awaited before the next statement that reads. */
export function pauseBeforeReading(): Promise<void> | undefined {
  return pauses.getStore()?.()
}
