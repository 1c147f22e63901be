import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  type BatchSpanProcessorOptions,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'

export type Environment = Readonly<Record<string, string | undefined>>

interface TraceSettings {
  isProtobuf: boolean
  sampler: Sampler
  /** The bounds of the queue of spans. */
  queue: Omit<BatchSpanProcessorOptions, 'exporter'>
  /** The settings that are ignored. */
  warnings: string[]
}

/** The settings of OpenTelemetry that its exporters and resources do not read themselves. What is invalid is ignored, as it asks for. */
export function readTraceSettings(environment: Environment): TraceSettings {
  const warnings: string[] = []
  const ignore = (name: string, says: string) => {
    warnings.push(`${name} ${says}, and is ignored`)
    return undefined
  }

  function count(name: string): number | undefined {
    const text = environment[name]
    if (!text) return undefined
    return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : ignore(name, 'must be a whole number from 1 to 9999999')
  }

  function ratio(): number {
    const text = environment.OTEL_TRACES_SAMPLER_ARG
    if (!text) return 1
    const known = /^(0(\.\d{1,9})?|1(\.0{1,9})?)$/.test(text)
    return known ? Number(text) : (ignore('OTEL_TRACES_SAMPLER_ARG', 'must be a number from 0 to 1') ?? 1)
  }

  function sampler(): Sampler {
    const { OTEL_TRACES_SAMPLER: name = '' } = environment
    const own = name.replace(/^parentbased_/, '')
    const samplers: Readonly<Record<string, () => Sampler>> = {
      always_on: () => new AlwaysOnSampler(),
      always_off: () => new AlwaysOffSampler(),
      traceidratio: () => new TraceIdRatioBasedSampler(ratio()),
    }
    const make = samplers[own]
    if (name !== '' && !make)
      ignore(
        'OTEL_TRACES_SAMPLER',
        `must be one of ${Object.keys(samplers).join(', ')}, or one of these after parentbased_`,
      )
    const root = make?.() ?? new AlwaysOnSampler()
    return make && own === name ? root : new ParentBasedSampler({ root })
  }

  const protocol = environment.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || environment.OTEL_EXPORTER_OTLP_PROTOCOL
  if (protocol && !/^http\/(json|protobuf)$/.test(protocol))
    ignore('OTEL_EXPORTER_OTLP_PROTOCOL', 'must be http/json or http/protobuf')
  const maxQueueSize = count('OTEL_BSP_MAX_QUEUE_SIZE') ?? 2048
  const bounds = {
    maxQueueSize,
    maxExportBatchSize: Math.min(count('OTEL_BSP_MAX_EXPORT_BATCH_SIZE') ?? 512, maxQueueSize),
    scheduledDelayMillis: count('OTEL_BSP_SCHEDULE_DELAY') ?? 5000,
    exportTimeoutMillis: count('OTEL_BSP_EXPORT_TIMEOUT') ?? 30_000,
  }
  return { isProtobuf: protocol !== 'http/json', sampler: sampler(), queue: bounds, warnings }
}
