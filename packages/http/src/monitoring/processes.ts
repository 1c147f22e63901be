import { AggregatorRegistry, type Registry } from 'prom-client'

/** The metrics of one process, as JSON. */
export type ProcessMetrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** The other processes that serve the same port of this machine. */
export interface OtherProcesses {
  /** Called once, with the function that reads the metrics of this process for the others. */
  share(own: () => Promise<ProcessMetrics>): void
  /** The metrics of the others, those of each that answers in time. */
  metrics(): Promise<ProcessMetrics[]>
}

/** The metrics of one process, each with how it is combined with those of the others. */
export async function metricsOf(registry: Registry): Promise<ProcessMetrics> {
  const metrics = await registry.getMetricsAsJSON()
  return metrics.map((metric) => ({ ...metric, aggregator: combinationOf(metric) }))
}

/** One registry for all processes: sums, but for what a sum says nothing about. */
export function together(metrics: ProcessMetrics[]): Registry {
  return AggregatorRegistry.aggregate(metrics)
}

function combinationOf({ name, aggregator }: ProcessMetrics[number]): ProcessMetrics[number]['aggregator'] {
  // Since when the service runs.
  if (name === 'process_start_time_seconds' || name === 'nodejs_eventloop_lag_min_seconds') return 'min'
  // The same for each of them.
  if (name === 'handrail_build_info') return 'max'
  if (name === 'handrail_disk_free_bytes') return 'min'
  // An average would hide the process that is busy.
  if (name.startsWith('nodejs_eventloop_lag_')) return 'max'
  return aggregator
}
