const PARENT_POLL_MS = 2000

/** Settles when somebody ends this process by a signal. */
export function terminated(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) process.once(signal, () => resolve())
  })
}

/** A host that dies without closing our input leaves us to another parent. */
export function orphaned(): Promise<void> {
  const parent = process.ppid
  return new Promise((resolve) => {
    setInterval(() => process.ppid !== parent && resolve(), PARENT_POLL_MS).unref()
  })
}
