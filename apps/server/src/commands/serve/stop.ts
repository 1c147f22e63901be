import { isStartedByNpm } from '../../configuration/config.ts'

const LIMIT_MS = 10_000

/**
 * Resolves at the first SIGTERM or SIGINT, when a terminal closes (SIGHUP), and when the shell of npm or npx, in which this process runs, has ended. A second
 * signal ends the process at once.
 */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false
    const stop = (_signal: NodeJS.Signals, number: number) => {
      if (asked) process.exit(128 + number)
      asked = true
      resolve()
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
    // Elsewhere, it asks programs to open their log files again: this one writes to stderr, and goes on.
    const inTerminal = [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY)
    process.on('SIGHUP', () => inTerminal && resolve())
    // Node would open a debugger to everybody on the machine.
    process.on('SIGUSR1', () => undefined)
    if (isStartedByNpm()) afterParent(resolve)
  })
}

const PARENT_POLL_MS = 200

/** npm and npx forward SIGTERM to their shell, and a shell that ends does not end its children. */
function afterParent(ended: () => void): void {
  const parent = process.ppid
  const poll = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(poll)
    ended()
  }, PARENT_POLL_MS)
  poll.unref()
}

/**
 * Ends the process with exit code 0 when stopping takes too long, for example because a client does not finish its request:
 * acknowledged writes are safe.
 */
export function limitStopping(): void {
  const giveUp = () => {
    process.stderr.write(`Requests were still running after ${LIMIT_MS / 1000} seconds and were cut off\n`)
    process.exit(0)
  }
  setTimeout(giveUp, LIMIT_MS).unref()
}
