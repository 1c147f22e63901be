import type { Handrail } from '@handrail/core'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { measureDeliveries } from './webhooks.ts'

interface Observed {
  method: string
  /** The pattern of the route; undefined when none took the request. */
  route: string | undefined
  status: number
}

export interface Metrics {
  observe(request: Observed, seconds: number): void
  /** The Prometheus text format. */
  text(): Promise<string>
  contentType: string
}

/** Counts and durations of requests by route, figures of webhook deliveries, and those of the process. */
export function createMetrics(handrail: Handrail): Metrics {
  const registry = new Registry()
  measureDeliveries(registry, handrail)
  const durations = new Histogram({
    name: 'handrail_http_request_duration_seconds',
    help: 'Time until an answer was sent',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  })
  const series = new Map<string, Histogram.Internal<'method' | 'route' | 'status'>>()
  let collectsProcess = false

  return {
    contentType: registry.contentType,
    observe({ method, route = 'none', status }, seconds) {
      const key = `${method} ${route} ${status}`
      let histogram = series.get(key)
      if (!histogram) {
        histogram = durations.labels(method, route, String(status))
        series.set(key, histogram)
      }
      histogram.observe(seconds)
    },
    text() {
      // Only once somebody asks: it watches the event loop and the garbage collector.
      if (!collectsProcess) collectDefaultMetrics({ register: registry })
      collectsProcess = true
      return registry.metrics()
    },
  }
}

export function serveMetrics(app: FastifyInstance, metrics: Metrics): void {
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()))
}
