import type { ChildProcess } from 'node:child_process'
import { keepRunning, spawnLimited } from '../../foreign-files/process/spawn.ts'
import type { Answer, Order } from './messages.ts'

/** Limit of wall-clock time, even if little processor time is available. */
const MAX_MS = 60_000
/** Idle time after which the process ends. */
const IDLE_MS = 10_000

/** The source beside the sources, or the compiled file in the built package. */
const PROGRAM = new URL(import.meta.url.endsWith('.ts') ? './image-process.ts' : './image-process.js', import.meta.url)
/** As much for the pixels, which are outside of the heap, and some for the program: `image-process.ts` ends before. */
const MEGABYTES = 768

/** A process that handles one image at a time; started on demand and restarted after it ended. */
export interface ImageProcess {
  ask(order: Order): Promise<Answer>
  close(): void
}

export function createImageProcess(): ImageProcess {
  let started: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined

  function end(): void {
    clearTimeout(idle)
    started?.kill('SIGKILL')
    started = undefined
  }

  function start(): ChildProcess {
    const child = spawnLimited(PROGRAM, { megabytes: MEGABYTES })
    // Nobody reads it: a full pipe would stop the process.
    child.stderr?.resume()
    child.on('exit', () => {
      if (started === child) started = undefined
    })
    return child
  }

  return {
    async ask(order) {
      clearTimeout(idle)
      started ??= start()
      const child = started
      // The process keeps its parent running only while it works.
      keepRunning(child, true)
      const reply = await answerOf(child, order)
      if (reply.problem === 'took_too_much') end()
      keepRunning(child, false)
      idle = setTimeout(end, IDLE_MS).unref()
      return reply
    },
    close: end,
  }
}

function answerOf(child: ChildProcess, order: Order): Promise<Answer> {
  return new Promise((resolve) => {
    const answered = (answer: Answer) => {
      clearTimeout(timer)
      child.off('message', answered).off('exit', ended).off('error', ended)
      resolve(answer)
    }
    const ended = () => answered({ problem: 'took_too_much' })
    const timer = setTimeout(ended, MAX_MS)
    child.on('message', answered).on('exit', ended).on('error', ended)
    child.send(order, (error) => {
      if (error) ended()
    })
  })
}
