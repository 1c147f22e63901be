/** A process that has run for this long without it is assumed to end only because of it. */
const STEADY_MS = 5000

/** The one attempt that is sent alone among its kind, because its process died repeatedly during it. */
export interface Isolation {
  /** Whether there is none, and the process has run long enough to attribute its end to it. */
  mayBegin(): boolean
  begin(id: string): void
  end(id: string): void
}

export function createIsolation(now = () => performance.now()): Isolation {
  const began = now()
  let underWay: string | undefined
  return {
    mayBegin: () => underWay === undefined && now() - began > STEADY_MS,
    begin(id) {
      underWay = id
    },
    end(id) {
      if (underWay === id) underWay = undefined
    },
  }
}
