import { type Finding, ok, warn } from './check.ts'
import type { Inspected } from './database.ts'

/** Whether deliveries to an endpoint fail. */
export function checkEndpoints({ inspection }: Inspected): Finding {
  const { open, disabled } = inspection?.deliveries?.endpoints ?? { open: 0, disabled: 0 }
  const off = disabled === 0 ? 'none is disabled' : `${disabled} ${disabled === 1 ? 'is' : 'are'} disabled`
  if (open === 0) return ok(`All webhook endpoints that are enabled can be reached; ${off}`)
  const which = open === 1 ? '1 webhook endpoint fails' : `${open} webhook endpoints fail`
  return warn(`${which}: their deliveries wait. GET /webhook_endpoints/:id shows since when; ${off}`)
}

/** Due for longer than this only if no process sends. */
const LATE_SECONDS = 60

/** Whether due deliveries are sent. */
export function checkDeliveries({ inspection }: Inspected): Finding {
  const { ready, later, held, oldest_due_seconds } = inspection?.deliveries ?? NONE
  const waiting = `${ready} webhook deliveries are due, ${later} wait for a retry and ${held} for their endpoint`
  if (oldest_due_seconds <= LATE_SECONDS) return ok(waiting)
  const since = `The oldest webhook delivery has been due for ${Math.round(oldest_due_seconds)} seconds`
  return warn(`${since}: check that the service runs, its log and /readyz. ${waiting}`)
}

const NONE = { ready: 0, later: 0, held: 0, oldest_due_seconds: 0 }
