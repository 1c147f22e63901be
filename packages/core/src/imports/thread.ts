import { Worker } from 'node:worker_threads'
import { TableFault } from './table/table.ts'

export interface Limits {
  /** Limit of its heap. */
  megabytes: number
  /** Limit of its working time; waiting does not count. */
  seconds: number
}

interface Thread<Message> {
  /** The file that it runs. */
  file: URL
  data: unknown
  limits: Limits
  /** The work that can exceed a limit, and a suggestion for people. */
  work: 'read' | 'check'
  smaller: string
  hear(message: Message): void
  /** Called when it has ended: TableFault if it took too much memory or time. */
  fail(error: unknown): void
}

const LOOK_EVERY_MS = 100

/** Starts a worker thread for work on untrusted files, which ends when it exceeds its limits. */
export function startThread<Message>(thread: Thread<Message>) {
  const { file, data, limits, hear, fail } = thread
  const worker = new Worker(file, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes, maxYoungGenerationSizeMb: 32 },
    // The thread gets no arguments or environment of this process, especially no secrets.
    execArgv: [],
    env: {},
  })
  worker.on('message', hear)
  worker.on('error', (error) => fail(isOutOfMemory(error) ? tookTooMuch(thread) : error))
  worker.on('exit', () => fail(new Error(`The worker thread that should ${thread.work} a file ended without a result`)))
  // Working time only: the thread also waits for input and for consumers.
  const timer = setInterval(() => {
    if (worker.performance.eventLoopUtilization().active > limits.seconds * 1000) fail(tookTooLong(thread))
  }, LOOK_EVERY_MS).unref()
  return {
    tell: (message: unknown) => worker.postMessage(message),
    async end() {
      clearInterval(timer)
      await worker.terminate()
    },
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

type ThreadLimits = Pick<Thread<never>, 'work' | 'smaller'>

function tookTooLong({ work, smaller }: ThreadLimits): TableFault {
  return new TableFault(`takes too long to ${work}. ${smaller}`, { code: 'took_too_long' })
}

function tookTooMuch({ work, smaller }: ThreadLimits): TableFault {
  return new TableFault(`takes too much memory to ${work}. ${smaller}`, { code: 'took_too_much_memory' })
}
