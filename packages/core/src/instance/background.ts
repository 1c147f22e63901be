/** Work in the background, which no request waits for. */
export interface Background {
  /** Starts after the response is sent, so that the response time does not reveal whether there was work. */
  run(work: () => Promise<void>): void
  /** Waits for running work. */
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
