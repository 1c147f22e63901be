import { Counter, type Registry } from 'prom-client'

/** Observes a response. @param route its pattern; undefined for requests without a route */
export type ObserveRefusal = (method: string, route: string | undefined, status: number) => void

/** Why a request is refused though it may be right, by the status of the answer. */
const REASONS: Readonly<Record<number, string>> = { 429: 'rate_limited', 503: 'unavailable' }
const SIGN_IN: ReadonlySet<string | undefined> = new Set(['/sign-in', '/sign-in/second-factor'])

/** Counts the requests that were refused for reasons of the service, and the attempts to sign in that failed. */
export function countRefusals(registry: Registry): ObserveRefusal {
  const registers = [registry]
  const refused = new Counter({
    name: 'handrail_requests_refused_total',
    help: 'Requests that were refused: rate_limited, or unavailable while the database or the service could not take them',
    labelNames: ['reason'],
    registers,
  })
  const failed = new Counter({
    name: 'handrail_failed_sign_ins_total',
    help: 'Attempts to sign in with a wrong password or code, or too many of them',
    registers,
  })
  for (const reason of Object.values(REASONS)) refused.inc({ reason }, 0)
  return (method, route, status) => {
    const reason = REASONS[status]
    if (reason !== undefined) refused.inc({ reason })
    if (method === 'POST' && SIGN_IN.has(route) && status >= 400 && status < 500) failed.inc()
  }
}

/** Counts the connections that were refused because their address had too many. */
export function countRefusedConnections(registry: Registry): () => void {
  const refused = new Counter({
    name: 'handrail_connections_refused_total',
    help: 'Connections that were refused because their address had as many as it can have (HANDRAIL_CONNECTIONS_PER_ADDRESS)',
    registers: [registry],
  })
  return () => refused.inc()
}
