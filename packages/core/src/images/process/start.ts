import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Answer, Order } from './messages.ts'

/** However little of the processor there is for it. */
const MAX_MS = 60_000
/** For so long it is kept for the next image. */
const IDLE_MS = 10_000

/** Beside the sources as a source, beside the built package as a part of it. */
const PROGRAM = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './image-process.ts' : './image-process.js', import.meta.url),
)

/** A process that reads images, one at a time; started with the first, and anew where one ended it. */
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

  /** It needs nothing of what this process was started with, least of all its secrets. */
  function start(): ChildProcess {
    const child = fork(PROGRAM, [], { execArgv: [], env: {}, serialization: 'advanced', stdio: 'ignore' })
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
      // While it works, whoever waits for it goes on; while it waits, it keeps nobody.
      child.ref()
      child.channel?.ref()
      const reply = await answerOf(child, order)
      if (reply.problem === 'took_too_much') end()
      child.unref()
      child.channel?.unref()
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
