import { tracingChannel } from 'node:diagnostics_channel'
import type { Database } from './storage/database.ts'

/**
 * A step of the work, as subscribers of the diagnostics channel `handrail` see it. Its attributes are names, numbers and ids,
 * never the content of records, addresses or queries.
 */
export interface Step {
  readonly kind: 'request' | 'operation' | 'tool' | 'transaction' | 'delivery'
  /** Of few different values: a route, or the name of an operation. */
  name: string
  readonly attributes: Record<string, string | number>
  /** The W3C trace context of a caller that is trusted. */
  readonly parent?: { readonly traceparent: string; readonly tracestate?: string | undefined }
  /** Whether the service failed. Errors of a caller are attributes. */
  failed?: boolean
  /** What was thrown; set by the channel. */
  error?: unknown
}

/** Channels `tracing:handrail:start`, `asyncEnd` and others. Without subscribers, nothing is published. */
export const STEPS = tracingChannel<unknown, Step>('handrail')

/** Runs a step of the work, whose attributes can be completed until it ends. */
export function traced<T>(step: Step, work: () => Promise<T>): Promise<T> {
  return STEPS.hasSubscribers ? STEPS.tracePromise(work, step) : work()
}

/** The names of the engines in OpenTelemetry. */
const SYSTEMS = { sqlite: 'sqlite', postgres: 'postgresql' } as const

/** A database whose transactions and reads are steps. */
export function traceDatabase(database: Database): Database {
  const system = SYSTEMS[database.engine]
  const step = (name: 'read' | 'write'): Step => ({
    kind: 'transaction',
    name: `${system} ${name}`,
    attributes: { 'db.system.name': system, 'db.operation.name': name },
  })
  return {
    ...database,
    read: (work) => (STEPS.hasSubscribers ? traced(step('read'), () => database.read(work)) : database.read(work)),
    write: (work, options) =>
      STEPS.hasSubscribers ? traced(step('write'), () => database.write(work, options)) : database.write(work, options),
  }
}
