/** Maximum concurrency that a connection pool handles without timeouts on a loaded machine. */
const AT_ONCE = 40

/** Creates many items with limited concurrency. @returns them in order */
export async function inBatches<T>(total: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  while (made.length < total) {
    const length = Math.min(AT_ONCE, total - made.length)
    made.push(...(await Promise.all(Array.from({ length }, (_, key) => make(made.length + key)))))
  }
  return made
}
