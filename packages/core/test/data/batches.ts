/** No more at once than wait in the pool of a database without one of them giving up, on a machine with much else to do. */
const AT_ONCE = 40

/** Makes many, some at a time. @returns them in order */
export async function inBatches<T>(total: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  while (made.length < total) {
    const length = Math.min(AT_ONCE, total - made.length)
    made.push(...(await Promise.all(Array.from({ length }, (_, key) => make(made.length + key)))))
  }
  return made
}
