import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@handrail/core'
import { STEPS, type Step } from '@handrail/core/internal'
import {
  type Context,
  createTraceState,
  DiagLogLevel,
  diag,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { VERSION } from '../version.ts'
import { type Environment, readTraceSettings } from './trace-settings.ts'

/** How long a stop waits for the last traces to be sent. */
const FLUSH_MS = 2000
/** Between two lines of the log about traces that could not be sent. */
const QUIET_MS = 60_000

const KINDS: Readonly<Record<Step['kind'], SpanKind>> = {
  request: SpanKind.SERVER,
  operation: SpanKind.INTERNAL,
  tool: SpanKind.INTERNAL,
  transaction: SpanKind.CLIENT,
  delivery: SpanKind.CLIENT,
}

/** Sends each step as a span. @returns sends what is left, and ends */
export function exportTraces(logger: Pick<Logger, 'warn'>, environment: Environment): () => Promise<void> {
  const { isProtobuf, sampler, queue, warnings } = readTraceSettings(environment)
  for (const warning of warnings) logger.warn(warning)
  reportFaults(logger)
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'handrail', 'service.version': VERSION }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler,
    spanProcessors: [
      new BatchSpanProcessor({ exporter: isProtobuf ? new ProtobufExporter() : new JsonExporter(), ...queue }),
    ],
  })
  const stop = followSteps(provider.getTracer('handrail', VERSION))
  return async () => {
    stop()
    await Promise.race([provider.shutdown().catch(() => undefined), sleep(FLUSH_MS, undefined, { ref: false })])
    diag.disable()
  }
}

/** Logs that traces are not sent, without what a receiver answers, once a minute at most. */
function reportFaults(logger: Pick<Logger, 'warn'>): void {
  let toldAt = Number.NEGATIVE_INFINITY
  const tell = () => {
    if (performance.now() - toldAt < QUIET_MS) return
    toldAt = performance.now()
    logger.warn('Traces could not be sent: check OTEL_EXPORTER_OTLP_ENDPOINT and its receiver')
  }
  const ignore = () => undefined
  diag.setLogger(
    { error: tell, warn: ignore, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  )
}

/** Makes a span of each step, within that of the step that it is part of. @returns ends it */
function followSteps(tracer: Tracer): () => void {
  const current = new AsyncLocalStorage<Context>()
  const spans = new WeakMap<Step, Span>()

  function enter(step: Step): Context {
    const parent = current.getStore() ?? contextOf(step.parent)
    // Workers look for work all the time.
    if (step.kind === 'transaction' && parent === ROOT_CONTEXT) return parent
    const span = tracer.startSpan(step.name, { kind: KINDS[step.kind] }, parent)
    spans.set(step, span)
    return trace.setSpan(parent, span)
  }

  function end(step: Step): void {
    const span = spans.get(step)
    if (!span) return
    span.updateName(step.name).setAttributes(step.attributes)
    const { error } = step
    if (error !== undefined) span.setAttribute('error.type', typeOf(error))
    if (step.failed || isFault(error)) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }

  // The type of a step is that of its channel.
  const onEnd = (step: unknown) => end(step as Step)
  STEPS.start.bindStore(current, enter)
  STEPS.asyncEnd.subscribe(onEnd)
  return () => {
    STEPS.start.unbindStore(current)
    STEPS.asyncEnd.unsubscribe(onEnd)
  }
}

/** Never the message, which can contain what somebody sent. */
function typeOf(error: unknown): string {
  if (error instanceof AppError) return error.code
  return error instanceof Error ? error.name : typeof error
}

/** Whether an error is that of the service, and not of its caller. */
function isFault(error: unknown): boolean {
  if (error === undefined) return false
  return !(error instanceof AppError) || error.status >= 500
}

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-|$)/

/** The context of a W3C header, or that of a new trace. */
function contextOf(parent: Step['parent']): Context {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(parent?.traceparent ?? '') ?? []
  const remote = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  if (!isSpanContextValid(remote)) return ROOT_CONTEXT
  const traceState = parent?.tracestate === undefined ? {} : { traceState: createTraceState(parent.tracestate) }
  return trace.setSpanContext(ROOT_CONTEXT, { ...remote, ...traceState })
}
