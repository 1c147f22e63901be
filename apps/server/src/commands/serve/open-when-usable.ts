import { setTimeout as sleep } from 'node:timers/promises'
import { transientFault } from '@handrail/core/internal'

const PAUSE_MS = 500
/** Opening takes tenths of a second; after this time, the reason why it may take longer is reported. */
const SLOW_MS = 2000

/** Called with the reason while the database cannot be used. */
export type OnWaiting = (reason: string, error?: unknown) => Promise<void>

/**
 * Opens the database, and waits while it is locked, full, starting or unreachable.
 * @param onWaiting is called with each reason
 * @param slowReason finds out why opening takes long
 * @param stopped ends the wait
 * @throws the error of the last attempt, at once if it is permanent
 */
export async function openWhenUsable<T>(
  open: () => Promise<T>,
  {
    onWaiting,
    stopped,
    slowReason,
  }: { onWaiting: OnWaiting; stopped: Promise<void>; slowReason: () => Promise<string> },
): Promise<T> {
  let isStopped = false
  void stopped.then(() => {
    isStopped = true
  })
  for (;;) {
    try {
      return await reportIfSlow(open(), async () => onWaiting(await slowReason()))
    } catch (error) {
      const reason = transientFault(error)
      if (reason === undefined || isStopped) throw error
      await onWaiting(reason, error)
      await Promise.race([sleep(PAUSE_MS), stopped])
      if (isStopped) throw error
    }
  }
}

/** Calls `report`, and waits for it, if opening takes longer than usual. */
async function reportIfSlow<T>(opening: Promise<T>, report: () => Promise<void>): Promise<T> {
  const waits = new AbortController()
  const slow = sleep(SLOW_MS, undefined, { signal: waits.signal }).then(report, () => undefined)
  try {
    return await Promise.race([opening, slow.then(() => opening)])
  } finally {
    waits.abort()
    await slow
  }
}
