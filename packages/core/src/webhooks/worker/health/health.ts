import type { Tx } from '../../../storage/database.ts'
import { DAY_MS, later, SECOND_MS } from '../../../times.ts'
import { MAX_CONCURRENCY } from '../../endpoint.ts'

/** The health of an endpoint. */
export interface Health {
  failing_since: string | null
  consecutive_failures: number
  /** While the circuit breaker is open: the time of the next probe. */
  open_until: string | null
  probe_seconds: number
  /** The current number of concurrent deliveries. */
  concurrency: number
}

const OPENS_AFTER_FAILURES = 10
const OPENS_AFTER_MS = 60_000
const FIRST_PROBE_SECONDS = 30
export const MAX_PROBE_SECONDS = 3600
const DISABLED_AFTER_MS = 5 * DAY_MS

export const HEALTHY: Health = {
  failing_since: null,
  consecutive_failures: 0,
  open_until: null,
  probe_seconds: 0,
  concurrency: MAX_CONCURRENCY,
}

/** The state of a new endpoint, with all delayed deliveries released. */
export function healed({ time, stamp }: Pick<Tx, 'time' | 'stamp'>) {
  return { ...HEALTHY, release_at: time, forward_before: stamp }
}

/**
 * The health after a success, which closes the circuit breaker; waiting deliveries are released by 2, 4, 8 at once, to
 * spare the receiver.
 */
export function afterSuccess({ concurrency }: Health): Health {
  return { ...HEALTHY, concurrency: Math.min(MAX_CONCURRENCY, concurrency * 2) }
}

/** The health after a failure: ten consecutive ones over at least a minute open the circuit breaker, with increasingly rare probes. */
export function afterFailure(health: Health, at: string): Health {
  const failing_since = health.failing_since ?? at
  const consecutive_failures = health.consecutive_failures + 1
  const failing = { ...health, failing_since, consecutive_failures }
  const lasted = Date.parse(at) - Date.parse(failing_since)
  if (health.open_until === null && (consecutive_failures < OPENS_AFTER_FAILURES || lasted < OPENS_AFTER_MS))
    return failing
  const probe_seconds =
    health.open_until === null ? FIRST_PROBE_SECONDS : Math.min(MAX_PROBE_SECONDS, health.probe_seconds * 2)
  const open_until = later(at, probe_seconds * SECOND_MS)
  return { ...failing, open_until, probe_seconds, concurrency: 1 }
}

/** Whether an endpoint had only failures for five days. */
export function isHopeless({ failing_since, consecutive_failures }: Health, at: string): boolean {
  if (failing_since === null || consecutive_failures < OPENS_AFTER_FAILURES) return false
  return Date.parse(at) - Date.parse(failing_since) >= DISABLED_AFTER_MS
}

/** Whether an endpoint has no failures and its full concurrency. */
export function isHealthy({ consecutive_failures, open_until, concurrency }: Health): boolean {
  return consecutive_failures === 0 && open_until === null && concurrency === MAX_CONCURRENCY
}
