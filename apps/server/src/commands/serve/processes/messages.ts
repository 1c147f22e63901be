import type { AppOptions } from '@handrail/http'

/** The metrics of one process, as `createApp` gives and takes them. */
export type ProcessMetrics = Awaited<ReturnType<NonNullable<AppOptions['others']>['metrics']>>[number]

/** The part of a process in the service, and the port that the first process listens on. */
export interface Assignment {
  port: number
  isFirst: boolean
  hasDuties: boolean
  listensEarly: boolean
}

/** From a process to its supervisor. */
export type Report =
  /** It asks for its part. */
  | { kind: 'started' }
  /** It takes requests. */
  | { kind: 'ready'; banner: string }
  /** It shows the metrics of all processes, and needs those of the others. */
  | { kind: 'collect'; id: number; own: ProcessMetrics }
  | { kind: 'metrics'; id: number; own: ProcessMetrics }

/** From the supervisor to a process. */
export type Instruction =
  | { kind: 'begin'; assignment: Assignment }
  | { kind: 'stop' }
  /** It is to send its metrics. */
  | { kind: 'measure'; id: number }
  | { kind: 'collected'; id: number; others: ProcessMetrics[] }
