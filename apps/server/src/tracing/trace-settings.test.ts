import { expect, test } from 'vitest'
import { readTraceSettings } from './trace-settings.ts'

test.each([
  [{}, 'ParentBased{root=AlwaysOnSampler, remoteParentSampled=AlwaysOnSampler', []],
  [{ OTEL_TRACES_SAMPLER: 'always_off' }, 'AlwaysOffSampler', []],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' }, 'TraceIdRatioBased{0.25}', []],
  [{ OTEL_TRACES_SAMPLER: 'parentbased_always_off' }, 'ParentBased{root=AlwaysOffSampler', []],
  [
    { OTEL_TRACES_SAMPLER: 'mine' },
    'ParentBased{root=AlwaysOnSampler',
    [/^OTEL_TRACES_SAMPLER must be one of always_on, /],
  ],
])('the sampler of traces is read from %j', (environment, sampler, warnings) => {
  const settings = readTraceSettings(environment)
  expect(String(settings.sampler)).toContain(sampler)
  expect(settings.warnings).toEqual(warnings.map((warning) => expect.stringMatching(warning)))
})

test('the queue of traces has bounds, and settings of another form are ignored with a warning', () => {
  expect(readTraceSettings({})).toMatchObject({
    isProtobuf: true,
    queue: { maxQueueSize: 2048, maxExportBatchSize: 512 },
  })
  const { isProtobuf, queue, warnings } = readTraceSettings({
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_BSP_MAX_QUEUE_SIZE: '100',
    OTEL_BSP_SCHEDULE_DELAY: '99999999',
  })
  expect(isProtobuf).toBe(true)
  expect(queue).toMatchObject({ maxQueueSize: 100, maxExportBatchSize: 100, scheduledDelayMillis: 5000 })
  expect(warnings).toEqual([
    'OTEL_EXPORTER_OTLP_PROTOCOL must be http/json or http/protobuf, and is ignored',
    'OTEL_BSP_SCHEDULE_DELAY must be a whole number from 1 to 9999999, and is ignored',
  ])
})
