import type { Handrail } from '@handrail/core'
import type { FastifyInstance } from 'fastify'
import { serveHealth } from './health.ts'
import { type Metrics, serveMetrics } from './metrics.ts'

interface MonitoringOptions {
  handrail: Handrail
  metrics: Metrics
}

/** The endpoints for supervisors, load balancers and Prometheus. */
export async function serveMonitoring(app: FastifyInstance, { handrail, metrics }: MonitoringOptions): Promise<void> {
  await app.register(serveHealth, { handrail })
  serveMetrics(app, metrics)
}
