/**
 * Counts the turns of the event loop while work runs: others are served in each of them, so that work of many parts that lets others go on
 * has as many.
 */
export async function turnsDuring<T>(work: () => Promise<T>): Promise<{ value: T; turns: number }> {
  let turns = 0
  let isRunning = true
  const next = () => {
    turns++
    if (isRunning) setImmediate(next)
  }
  setImmediate(next)
  try {
    const value = await work()
    return { value, turns }
  } finally {
    isRunning = false
  }
}
