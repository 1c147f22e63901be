import type { ProcessMetrics } from './messages.ts'

/** A process that is late is shown by its last counts. */
const PATIENCE_MS = 2000

/** A running process, as far as its metrics matter. */
interface Measured {
  /** Asks it to send its metrics. */
  measure(id: number): void
}

/** The metrics of all processes, for the one that shows them. */
export interface MetricsOfAll<P extends Measured> {
  /** The metrics of all but one process, and the counts of those that have ended. */
  collect(asking: P, own: ProcessMetrics, running: readonly P[]): Promise<ProcessMetrics[]>
  /** Takes the answer of a process. */
  answer(from: P, id: number, own: ProcessMetrics): void
  /** Keeps the last counts of a process that has ended: a sum that fell would look like a restart of everything. */
  keep(ended: P): void
}

export function collectMetrics<P extends Measured>(patienceMs = PATIENCE_MS): MetricsOfAll<P> {
  const last = new Map<P, ProcessMetrics>()
  const waiting = new Map<number, (own: ProcessMetrics | undefined) => void>()
  let ended: ProcessMetrics = []
  let lastId = 0

  async function ask(process: P): Promise<ProcessMetrics> {
    lastId += 1
    const id = lastId
    const answer = new Promise<ProcessMetrics | undefined>((resolve) => {
      const timer = setTimeout(resolve, patienceMs, undefined)
      waiting.set(id, (own) => {
        clearTimeout(timer)
        resolve(own)
      })
    })
    process.measure(id)
    const own = await answer
    waiting.delete(id)
    return own ?? countsOf(last.get(process) ?? [])
  }

  return {
    async collect(asking, own, running) {
      last.set(asking, own)
      const others = await Promise.all(running.filter((process) => process !== asking).map(ask))
      return ended.length > 0 ? [...others, ended] : others
    },
    answer(from, id, own) {
      last.set(from, own)
      waiting.get(id)?.(own)
    },
    keep(process) {
      ended = added(ended, countsOf(last.get(process) ?? []))
      last.delete(process)
    },
  }
}

/** Metrics that only grow. */
function countsOf(metrics: ProcessMetrics): ProcessMetrics {
  return metrics.filter(({ type }) => COUNTS.includes(String(type)))
}

const COUNTS = ['counter', 'histogram']

/** The sums of two lists of counts. */
function added(one: ProcessMetrics, other: ProcessMetrics): ProcessMetrics {
  const sums = new Map(one.map((metric) => [metric.name, metric]))
  for (const metric of other) {
    const known = sums.get(metric.name)
    sums.set(metric.name, known ? { ...known, values: addedValues(known.values, metric.values) } : metric)
  }
  return [...sums.values()]
}

type Values = ProcessMetrics[number]['values']

function addedValues(one: Values, other: Values): Values {
  const sums = new Map(one.map((value) => [seriesOf(value), value]))
  for (const value of other) {
    const series = seriesOf(value)
    sums.set(series, { ...value, value: value.value + (sums.get(series)?.value ?? 0) })
  }
  return [...sums.values()]
}

/** The name and labels of a value: a histogram has several names. */
function seriesOf({ labels, ...value }: Values[number]): string {
  const name = 'metricName' in value ? value.metricName : ''
  return JSON.stringify([name, Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1))])
}
