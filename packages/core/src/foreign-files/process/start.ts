import { once } from 'node:events'
import { basename } from 'node:path'
import type { IdleProcesses } from './idle.ts'
import { processorSeconds } from './processor-time.ts'
import { type Limits, spawnLimited } from './spawn.ts'

/** Why a process ended: a limit, or a crash. */
export type Death = 'time' | 'memory' | 'crash'

interface ReadingProcess<Message> {
  /** The program, which calls `connectParent`. */
  program: URL
  data: unknown
  limits: Limits
  /** Where a process can wait for the next file. */
  idle?: IdleProcesses
  /** Whether it waits for this process, which does not count as its time where the system does not tell its processor time. */
  isWaiting?(): boolean
  /** The error of a process that has ended before its work. @param cause what it said */
  died(death: Death, cause: Error): Error
  hear(message: Message): void
  /** Called when it has ended, also with the error of `died`. */
  fail(error: unknown): void
}

const LOOK_EVERY_MS = 100
/** Of what a process says when it crashes. */
const MAX_SAID = 4000

/** Starts a process for work on one untrusted file, or takes an idle one. It ends when it exceeds its limits. */
export function startProcess<Message>(started: ReadingProcess<Message>) {
  const { program, data, limits, idle, isWaiting = () => false, died, hear, fail } = started
  const taken = idle?.take()
  const child = taken ?? spawnLimited(program, limits)
  let isReady = false
  let isEnded = false
  let tooLong = false
  let said = ''
  let timer: NodeJS.Timeout | undefined
  const listeners = {
    message(message: Message | 'ready') {
      if (message === 'ready') begin()
      else hear(message)
    },
    error: fail,
    // After its exit, and after the last thing that it said.
    close(code: number | null, signal: NodeJS.Signals | null) {
      clearInterval(timer)
      if (isEnded) return
      const cause = new Error(`${basename(program.pathname)} ended with ${signal ?? code}: ${said.trim()}`)
      fail(isReady ? died(tooLong ? 'time' : deathBy(signal, said), cause) : cause)
    },
  }
  const listen = (text: string) => {
    said = (said + text).slice(-MAX_SAID)
  }
  child.on('message', listeners.message).on('error', listeners.error).on('close', listeners.close)
  child.stderr?.setEncoding('utf8').on('data', listen)
  if (taken) begin()

  function begin(): void {
    isReady = true
    timer = watchTime(child.pid ?? 0, limits.seconds, isWaiting, () => {
      tooLong = true
      child.kill('SIGKILL')
    })
    child.send({ data }, report)
  }

  /** What is sent to a process that has ended is lost: the end is reported by itself. */
  function report(error: Error | null): void {
    if (error && child.exitCode === null && child.signalCode === null && !isEnded) fail(error)
  }

  return {
    tell: (message: object) => void (child.connected && child.send(message, report)),
    /** @param isDone whether it has read its file in order, and can read another */
    async end(isDone = false) {
      isEnded = true
      clearInterval(timer)
      if (isDone && idle?.keep(child)) {
        child.off('message', listeners.message).off('error', listeners.error).off('close', listeners.close)
        child.stderr?.off('data', listen).resume()
        return
      }
      const exited = once(child, 'exit').catch(() => undefined)
      const isRunning = child.pid !== undefined && child.exitCode === null && child.signalCode === null
      child.kill('SIGKILL')
      if (isRunning) await exited
    },
  }
}

/** Counts processor time from now on where the system tells it, otherwise the time in which the process does not wait. */
function watchTime(pid: number, seconds: number, isWaiting: () => boolean, exceed: () => void): NodeJS.Timeout {
  const began = processorSeconds(pid) ?? 0
  let worked = 0
  let looked = performance.now()
  return setInterval(() => {
    const now = performance.now()
    if (!isWaiting()) worked += (now - looked) / 1000
    looked = now
    const own = processorSeconds(pid)
    if ((own === undefined ? worked : own - began) > seconds) exceed()
  }, LOOK_EVERY_MS).unref()
}

function deathBy(signal: NodeJS.Signals | null, said: string): Death {
  if (signal === 'SIGXCPU') return 'time'
  return signal === 'SIGABRT' || /out of memory|allocation failed|heap limit/i.test(said) ? 'memory' : 'crash'
}
