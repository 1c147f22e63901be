/** What supervisors, load balancers and Prometheus ask for, every few seconds. */
export const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])
