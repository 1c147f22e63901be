import { Worker } from 'node:worker_threads'
import { TableFault } from './table/table.ts'

export interface Limits {
  /** Of its heap. */
  megabytes: number
  /** In which it works; how long it waits for others does not count. */
  seconds: number
}

interface Thread<Message> {
  /** The file that it runs. */
  file: URL
  data: unknown
  limits: Limits
  /** What is too much for it, and what is to be done then: for people. */
  work: 'read' | 'check'
  smaller: string
  hear(message: Message): void
  /** It ended: TableFault where it took too much memory or time. */
  fail(error: unknown): void
}

const LOOK_EVERY_MS = 100

/** Starts a thread for work on files of others, which ends where that takes too much. */
export function startThread<Message>(thread: Thread<Message>) {
  const { file, data, limits, hear, fail } = thread
  const worker = new Worker(file, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes, maxYoungGenerationSizeMb: 32 },
    // It needs nothing of what this process was started with, least of all its secrets.
    execArgv: [],
    env: {},
  })
  worker.on('message', hear)
  worker.on('error', (error) => fail(isOutOfMemory(error) ? tookTooMuch(thread) : error))
  worker.on('exit', () => fail(new Error(`The worker thread that should ${thread.work} a file ended without a result`)))
  // The time that it worked: it also waits, for whoever gives it something to do and takes what it did.
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
