/** Whoever has lived for so long without it does not end for another reason as soon as it has it. */
const STEADY_MS = 5000

/** The one thing under way that is sent alone among its kind, since its process ended in the midst of it more than once. */
export interface Isolation {
  /** Whether there is none, and its end could not be taken for what ends this process in any case. */
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
