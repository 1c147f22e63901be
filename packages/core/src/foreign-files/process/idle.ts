import type { ChildProcess } from 'node:child_process'
import { processorSeconds } from './processor-time.ts'
import { keepRunning } from './spawn.ts'

const IDLE_MS = 10_000
const MAX_IDLE = 2
/** Of processor time: a process that is kept has its whole time left for the next file, since the system counts that of all. */
const MAX_USED_SECONDS = 2

/** Processes of one program that have read a file in order, and wait for the next: many small ones would each wait for a start. */
export interface IdleProcesses {
  take(): ChildProcess | undefined
  /** @returns false for one that is not kept */
  keep(child: ChildProcess): boolean
}

export function createIdleProcesses(): IdleProcesses {
  const idle = new Map<ChildProcess, NodeJS.Timeout>()

  function remove(child: ChildProcess): void {
    clearTimeout(idle.get(child))
    idle.delete(child)
  }

  return {
    take() {
      const [child] = idle.keys()
      if (!child) return undefined
      remove(child)
      keepRunning(child, true)
      return child
    },
    keep(child) {
      const used = child.connected && child.pid !== undefined ? processorSeconds(child.pid) : undefined
      if (used === undefined || used > MAX_USED_SECONDS || idle.size >= MAX_IDLE) return false
      child.once('exit', () => remove(child))
      idle.set(child, setTimeout(() => child.kill('SIGKILL'), IDLE_MS).unref())
      keepRunning(child, false)
      return true
    },
  }
}
