import type { Handrail } from '@handrail/core'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { maySeeMetrics } from './access.ts'
import { measureInstance } from './instance.ts'
import { measureMail } from './mail.ts'
import { metricsOf, type OtherProcesses, together } from './processes.ts'
import { countRefusals, countRefusedConnections, type ObserveRefusal } from './refusals.ts'
import { measureReplies } from './replies.ts'
import { measureResources } from './resources.ts'
import { measureUse } from './use.ts'
import { countSending, measureDeliveries } from './webhooks.ts'

/** Records a response of one route. */
type ObserveRoute = (method: string, status: number, seconds: number) => void

export interface Metrics {
  /** @param route its pattern; undefined for requests without a route */
  ofRoute(route: string | undefined): ObserveRoute
  /** Renders the Prometheus text format. */
  text(): Promise<string>
  contentType: string
  /** Counts a response that refuses a request. */
  refused: ObserveRefusal
  /** Counts a connection that is refused because its address has too many. */
  connectionRefused(): void
  /** Shows what the busiest workspaces use. @param used milliseconds by payer: a workspace, or a kind of clients */
  measureUse(used: () => ReadonlyMap<string, number>): void
  /** Counts the streams that are open: 1 when one begins, -1 when it ends. */
  streams(change: 1 | -1): void
}

/**
 * Counts and durations of requests by route, figures of the instance, of deliveries, mail and replies, and those of the process.
 * @param others with which this process serves, if there are any
 */
export function createMetrics(
  handrail: Handrail,
  { others, version }: { others?: OtherProcesses | undefined; version?: string | undefined } = {},
): Metrics {
  /** Of all processes, from the database. */
  const instance = new Registry()
  measureInstance(instance, handrail)
  measureDeliveries(instance, handrail)
  measureMail(instance, handrail)
  /** Of this process. */
  const registry = new Registry()
  countSending(registry, handrail)
  measureReplies(registry, handrail)
  countProcess(registry)
  measureResources(registry, handrail, version)
  const streams = new Gauge({
    name: 'handrail_open_streams',
    help: 'Responses that stay open while a client listens, such as the live updates of the console',
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'handrail_http_request_duration_seconds',
    help: 'Time until an answer was sent',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  })
  let collectsProcess = false

  function own(): Registry {
    // Only at the first request: it observes the event loop and the garbage collector.
    if (!collectsProcess) collectDefaultMetrics({ register: registry })
    collectsProcess = true
    return registry
  }

  others?.share(() => metricsOf(own()))
  return {
    contentType: registry.contentType,
    refused: countRefusals(registry),
    connectionRefused: countRefusedConnections(registry),
    streams: (change) => streams.inc(change),
    measureUse: (used) => measureUse(registry, used),
    ofRoute(route = 'none') {
      const series = new Map<string, Map<number, Histogram.Internal<'method' | 'route' | 'status'>>>()
      return (method, status, seconds) => {
        let ofMethod = series.get(method)
        if (!ofMethod) {
          ofMethod = new Map()
          series.set(method, ofMethod)
        }
        let histogram = ofMethod.get(status)
        if (!histogram) {
          histogram = durations.labels(method, route, String(status))
          ofMethod.set(status, histogram)
        }
        histogram.observe(seconds)
      }
    },
    async text() {
      const ofProcesses = others ? together([await metricsOf(own()), ...(await others.metrics())]) : own()
      return `${await instance.metrics()}\n${await ofProcesses.metrics()}`
    },
  }
}

/** Summed over all processes, it tells how many of them answer. */
function countProcess(registry: Registry): void {
  new Gauge({ name: 'handrail_processes', help: 'Processes that serve the port', registers: [registry] }).set(1)
}

const REFUSED =
  'Metrics are for this machine, or for whoever presents the token: set HANDRAIL_METRICS_TOKEN, and send it as a bearer token.\n'

/** @param token with which metrics are also shown to other machines */
export function serveMetrics(app: FastifyInstance, metrics: Metrics, token: string | undefined): void {
  app.get('/metrics', async (request, reply) => {
    if (!maySeeMetrics(request, token))
      return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain; charset=utf-8').send(REFUSED)
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}
