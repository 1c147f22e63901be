const LIMIT_MS = 10_000

/** Resolves at the first SIGTERM or SIGINT; a second one ends the process at once. */
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
  })
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
