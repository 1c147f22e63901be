import { setTimeout as sleep } from 'node:timers/promises'
import { transientFault } from '@handrail/core'

const PAUSE_MS = 500
/** Opening takes tenths of a second: after this, the other side is not there. */
const SLOW_MS = 2000

/** Told why there is nothing to use yet. */
export type Tell = (what: string, error?: unknown) => Promise<void>

/**
 * Opens the database as soon as it can be used, where it is locked, full, starting or not to be reached yet.
 * @param tell is called whenever it is found out why
 * @param stopped ends the waiting
 * @throws what opening threw, at once where it would not pass by itself
 */
export async function whenUsable<T>(
  open: () => Promise<T>,
  { tell, stopped }: { tell: Tell; stopped: Promise<void> },
): Promise<T> {
  let isStopped = false
  void stopped.then(() => {
    isStopped = true
  })
  for (;;) {
    try {
      return await unlessSlow(open(), () => tell('the database does not answer yet'))
    } catch (error) {
      const what = transientFault(error)
      if (what === undefined || isStopped) throw error
      await tell(what, error)
      await Promise.race([sleep(PAUSE_MS), stopped])
      if (isStopped) throw error
    }
  }
}

/** @param tell is called, and waited for, where it takes longer than usual */
async function unlessSlow<T>(opening: Promise<T>, tell: () => Promise<void>): Promise<T> {
  const waits = new AbortController()
  const slow = sleep(SLOW_MS, undefined, { signal: waits.signal }).then(tell, () => undefined)
  try {
    return await Promise.race([opening, slow.then(() => opening)])
  } finally {
    waits.abort()
    await slow
  }
}
