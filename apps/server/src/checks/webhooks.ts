import { type Finding, ok, warn } from './check.ts'
import type { Inspected } from './database.ts'

/** Whether there are endpoints to which nothing gets through. */
export function checkEndpoints({ inspection }: Inspected): Finding {
  const { failing, disabled } = inspection?.endpoints ?? { failing: 0, disabled: 0 }
  const off = disabled === 0 ? 'none is disabled' : `${disabled} ${disabled === 1 ? 'is' : 'are'} disabled`
  if (failing === 0) return ok(`All webhook endpoints that are enabled can be reached; ${off}`)
  const which = failing === 1 ? '1 webhook endpoint fails' : `${failing} webhook endpoints fail`
  return warn(`${which}: their deliveries wait, and GET /webhook_endpoints/:id tells since when; ${off}`)
}
