import type { Handrail } from '@handrail/core'
import type { FastifyInstance } from 'fastify'
import { serveHealth } from './health.ts'
import { type Metrics, serveMetrics } from './metrics.ts'

interface MonitoringOptions {
  handrail: Handrail
  metrics: Metrics
}

/** What a supervisor, a load balancer and Prometheus ask. */
export async function serveMonitoring(app: FastifyInstance, { handrail, metrics }: MonitoringOptions): Promise<void> {
  await app.register(serveHealth, { handrail })
  serveMetrics(app, metrics)
}
