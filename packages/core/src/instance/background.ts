/** Work that nobody waits for. */
export interface Background {
  /** Begins after the answer is on its way: how long that takes tells nothing of whether there was work. */
  run(work: () => Promise<void>): void
  /** Waits for what is under way. */
  close(): Promise<void>
}

export function createBackground(onError: (error: unknown) => void): Background {
  const underWay = new Set<Promise<void>>()
  return {
    run(work) {
      const running = work()
        .catch(onError)
        .finally(() => underWay.delete(running))
      underWay.add(running)
    },
    async close() {
      await Promise.all(underWay)
    },
  }
}
