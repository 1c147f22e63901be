import cluster from 'node:cluster'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { Assignment, Instruction, Report } from './messages.ts'

/** How a process ended. */
export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
  /** Whether it had taken requests. */
  wasReady: boolean
  /** For how long it ran. */
  ranMs: number
}

/** A process of the service, from the side of its supervisor. */
export interface ServingProcess {
  readonly pid: number | undefined
  readonly isReady: boolean
  /** Resolves with the text of a service that is ready; never, if the process ends before. */
  ready: Promise<string>
  exit: Promise<Exit>
  stop(): void
  kill(): void
  measure(id: number): void
  tell(instruction: Instruction): void
}

interface StartOptions {
  assignmentOf(): Assignment
  onReport(process: ServingProcess, report: Report): void
}

/** Starts a process, with a pipe for its stderr. */
export function startProcess(options: StartOptions): { serving: ServingProcess; stderr: Readable } {
  const worker = cluster.fork()
  const { stderr } = worker.process
  if (!stderr) throw new Error('The process has no pipe for its log')
  const startedAt = performance.now()
  const ready = Promise.withResolvers<string>()
  let isReady = false
  let isStopping = false
  // Where the system has no room for a further process, none begins, and none ends.
  const ended = worker.process.pid === undefined ? Promise.resolve([null, null]) : once(worker, 'exit')
  const tell = (instruction: Instruction) => {
    // One that is about to end takes no more instructions: its end is handled where it is seen.
    if (worker.isConnected()) worker.send(instruction, () => undefined)
  }

  const serving: ServingProcess = {
    pid: worker.process.pid,
    get isReady() {
      return isReady
    },
    ready: ready.promise,
    exit: ended.then(([code, signal]) => {
      const wasReady = isReady
      isReady = false
      return { code, signal, wasReady, ranMs: performance.now() - startedAt }
    }),
    stop() {
      isStopping = true
      tell({ kind: 'stop' })
    },
    kill: () => void worker.process.kill('SIGKILL'),
    measure: (id) => tell({ kind: 'measure', id }),
    tell,
  }
  // A message that could not be sent: the end of the process follows.
  worker.on('error', () => undefined)
  worker.on('message', (report: Report) => {
    if (report.kind === 'started') {
      tell({ kind: 'begin', assignment: options.assignmentOf() })
      // What was sent before the process could read it is lost.
      if (isStopping) tell({ kind: 'stop' })
    }
    if (report.kind === 'ready') {
      isReady = true
      ready.resolve(report.banner)
    }
    options.onReport(serving, report)
  })
  return { serving, stderr }
}
