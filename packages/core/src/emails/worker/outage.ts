import { MINUTE_MS, SECOND_MS } from '../../times.ts'
import type { Transport } from '../transport.ts'

const FIRST_PAUSE_MS = SECOND_MS
/** A server that is asked too often, with a password that it refuses, may shut the door. */
const MAX_PAUSE_MS = MINUTE_MS / 2

/** While the mail server is away, no mail is tried: it is asked now and then whether it is back. */
export interface Outage {
  isAway(): boolean
  /** Why it could not be used, while it is away. */
  reason(): string | undefined
  /** It turned out to be away. @param reason a sentence */
  begin(reason: string): void
  /** Asks it, where it is time to. */
  look(): void
}

export function createOutage({ isThere }: Pick<Transport, 'isThere'>): Outage {
  let away: { reason: string; pause: number; nextAt: number } | undefined

  return {
    isAway: () => away !== undefined,
    reason: () => away?.reason,
    begin(reason) {
      away ??= { reason, pause: FIRST_PAUSE_MS, nextAt: performance.now() + FIRST_PAUSE_MS }
    },
    look() {
      const asked = away
      if (!asked || performance.now() < asked.nextAt) return
      asked.pause = Math.min(asked.pause * 2, MAX_PAUSE_MS)
      asked.nextAt = performance.now() + asked.pause
      void isThere().then((isBack) => {
        if (isBack && away === asked) away = undefined
      })
    },
  }
}
