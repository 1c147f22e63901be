import { expect, test } from 'vitest'
import { collectMetrics } from './collect-metrics.ts'
import type { ProcessMetrics } from './messages.ts'

/** The metrics of a process that has answered so many requests, as they arrive: as JSON, whose enums are their texts. */
function metricsOf(count: number): ProcessMetrics {
  const series = (type: string, name: string, value: number) => ({
    ...{ name, help: name, type, aggregator: 'sum' },
    values: [{ value, labels: { status: 200 } }],
  })
  return [series('counter', 'requests', count), series('gauge', 'processes', 1)] as unknown as ProcessMetrics
}

const valuesOf = (metrics: ProcessMetrics) => metrics.map(({ name, values }) => [name, values[0]?.value])

test('metrics of a process that does not answer in time are its last counts, without its state', async () => {
  const collecting = collectMetrics<{ measure(id: number): void }>(10)
  const asking = { measure: () => undefined }
  let isSilent = false
  const other = { measure: (id: number) => void (isSilent || collecting.answer(other, id, metricsOf(3))) }
  const collect = async () => (await collecting.collect(asking, metricsOf(1), [asking, other])).map(valuesOf)
  const both = [
    ['requests', 3],
    ['processes', 1],
  ]
  expect(await collect()).toEqual([both])
  isSilent = true
  expect(await collect()).toEqual([[['requests', 3]]])
})

test('metrics of processes that have ended are summed, each with its last counts', async () => {
  const collecting = collectMetrics<{ measure(id: number): void }>()
  const asking = { measure: () => undefined }
  for (const count of [2, 5]) {
    const ended = { measure: () => undefined }
    collecting.answer(ended, 0, metricsOf(count))
    collecting.keep(ended)
  }
  expect((await collecting.collect(asking, metricsOf(1), [asking])).map(valuesOf)).toEqual([[['requests', 7]]])
})
