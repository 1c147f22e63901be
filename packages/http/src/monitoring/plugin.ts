import type { Handrail } from '@handrail/core'
import type { FastifyInstance } from 'fastify'
import { serveHealth } from './health.ts'
import { type Metrics, serveMetrics } from './metrics.ts'

interface MonitoringOptions {
  handrail: Handrail
  metrics: Metrics
  metricsToken: string | undefined
}

/** The endpoints for supervisors, load balancers and Prometheus. */
export async function serveMonitoring(app: FastifyInstance, options: MonitoringOptions): Promise<void> {
  const { handrail, metrics, metricsToken } = options
  await app.register(serveHealth, { handrail })
  serveMetrics(app, metrics, metricsToken)
}
