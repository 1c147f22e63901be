import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { Failure } from '../../../failure.ts'
import { collectMetrics } from './collect-metrics.ts'
import type { Report } from './messages.ts'
import { type Exit, type ServingProcess, startProcess } from './process.ts'
import type { WholeLines } from './whole-lines.ts'

/** A process that has run for so long was well: its end counts as the first. */
const WELL_MS = 60_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

interface Surroundings {
  port: number
  logger: Logger
  log: WholeLines
}

export interface Processes {
  /** Resolves with the text of the first process once it takes requests. */
  ready: Promise<string>
  /** Rejects if no process takes requests and one cannot start. @throws Failure */
  failed: Promise<never>
  /** Resolves when all have ended after `stop`. */
  ended: Promise<unknown>
  /** Lets each finish its requests. */
  stop(): void
  kill(): void
}

/**
 * Keeps so many processes running. The first migrates the database and fills an empty instance; the others start when it takes
 * requests. Each place is kept: what takes the place of the first has its duties.
 */
export function startProcesses(count: number, { port, logger, log }: Surroundings): Processes {
  const running = new Set<ServingProcess>()
  const metrics = collectMetrics<ServingProcess>()
  const stopping = new AbortController()
  const ready = Promise.withResolvers<string>()
  const failed = Promise.withResolvers<never>()
  // It is awaited while something else is, or not at all.
  failed.promise.catch(() => undefined)
  let hasBegun = false

  const isAnyReady = () => [...running].some((one) => one.isReady)
  void ready.promise.then(() => {
    hasBegun = true
  })

  function onReport(from: ServingProcess, report: Report): void {
    if (report.kind === 'ready') {
      ready.resolve(report.banner)
      logger.info({ process: from.pid }, 'a process takes requests')
    }
    if (report.kind === 'metrics') metrics.answer(from, report.id, report.own)
    if (report.kind !== 'collect') return
    const others = [...running].filter((one) => one.isReady)
    void metrics
      .collect(from, report.own, others)
      .then((collected) => from.tell({ kind: 'collected', id: report.id, others: collected }))
  }

  /** Starts the process of a place, and the next when it ends. */
  async function keep(place: number): Promise<void> {
    for (let ends = 0; !stopping.signal.aborted; ) {
      const assignmentOf = () => {
        const isFirst = place === 0 && !hasBegun
        return { port, isFirst, hasDuties: place === 0, listensEarly: !isAnyReady() }
      }
      const { serving, stderr } = startProcess({ assignmentOf, onReport })
      log.add(stderr)
      running.add(serving)
      const exit = await serving.exit
      running.delete(serving)
      metrics.keep(serving)
      if (stopping.signal.aborted) return endWith(exit)
      if (isHopeless(exit)) return failed.reject(failureOf(exit))
      ends = exit.ranMs < WELL_MS ? ends + 1 : 1
      const { code, signal } = exit
      logger.error({ process: serving.pid, code, signal }, 'a process ended and is replaced')
      await sleep(pauseAfter(ends), undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  /** What could not start ends the service, unless others serve meanwhile. A signal says nothing about the next start. */
  function isHopeless({ code, wasReady }: Exit): boolean {
    return !wasReady && !isAnyReady() && (code !== null || !hasBegun)
  }

  /** After `stop`. What has not begun to serve by then does not count where others have. */
  function endWith(exit: Exit): void {
    if (exit.code !== 0 && (exit.wasReady || !hasBegun)) failed.reject(failureOf(exit))
  }

  const others = ready.promise.then(() => Promise.all(Array.from({ length: count - 1 }, (_, index) => keep(index + 1))))
  // Where the first cannot start, the others never do.
  const ended = keep(0).then(() => (hasBegun ? others : undefined))
  return {
    ready: ready.promise,
    failed: failed.promise,
    ended,
    stop() {
      stopping.abort()
      for (const one of running) one.stop()
    },
    kill() {
      for (const one of running) one.kill()
    },
  }
}

/** None after the first end, so that the service has all its processes soon again; then longer and longer ones. */
function pauseAfter(ends: number): number {
  return ends <= 1 ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (ends - 2))
}

/** A process that ended by itself has said why. */
function failureOf({ code, signal }: Exit): Failure {
  if (code) return new Failure([], code)
  return new Failure(
    `A process of the service ended ${signal ? `by ${signal}` : 'before it took requests'}. See the log`,
  )
}
