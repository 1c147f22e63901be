import { Worker } from 'node:worker_threads'

export interface Limits {
  /** Limit of its heap. */
  megabytes: number
  /** Limit of its working time; waiting does not count. */
  seconds: number
}

export interface Thread<Message> {
  /** The file that it runs. */
  file: URL
  data: unknown
  /** Buffers in the data that the thread takes over. */
  transfer?: readonly ArrayBuffer[]
  limits: Limits
  /** The work, for errors: `read a file`. */
  work: string
  /** The error of a thread that exceeded a limit. */
  exceeded(limit: 'time' | 'memory'): Error
  hear(message: Message): void
  /** Called when it has ended, also with the error of an exceeded limit. */
  fail(error: unknown): void
}

const LOOK_EVERY_MS = 100

/** Starts a worker thread for work on untrusted input, which ends when it exceeds its limits. */
export function startThread<Message>(thread: Thread<Message>) {
  const { file, data, transfer = [], limits, work, exceeded, hear, fail } = thread
  const worker = new Worker(file, {
    workerData: data,
    transferList: [...transfer],
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes, maxYoungGenerationSizeMb: 32 },
    // The thread gets no arguments or environment of this process, especially no secrets.
    execArgv: [],
    env: {},
  })
  worker.on('message', hear)
  worker.on('error', (error) => fail(isOutOfMemory(error) ? exceeded('memory') : error))
  worker.on('exit', () => fail(new Error(`The worker thread that should ${work} ended without a result`)))
  // Working time only: the thread also waits for input and for consumers.
  const timer = setInterval(() => {
    if (worker.performance.eventLoopUtilization().active > limits.seconds * 1000) fail(exceeded('time'))
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
