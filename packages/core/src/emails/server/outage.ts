import { MINUTE_MS, SECOND_MS } from '../../times.ts'
import type { Transport } from '../transport.ts'

const FIRST_PAUSE_MS = SECOND_MS
/** A server that rejects the password may block clients that retry too often. */
const MAX_PAUSE_MS = MINUTE_MS / 2

/** The state of an outage of the mail server: no mail is attempted, and the server is checked periodically. */
export interface Outage {
  isAway(): boolean
  /** The reason of the outage, while it lasts. */
  reason(): string | undefined
  /** Starts an outage. @param reason a sentence */
  begin(reason: string): void
  /** Checks the server, if it is time. */
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
