import { setTimeout as sleep } from 'node:timers/promises'

/** Waits; rejects at once when the signal ends it. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { ...(signal && { signal }) })
}

/** How long to wait after so many failures in a row: twice as long each time. */
export function backOff(failures: number, { first, longest }: { first: number; longest: number }): number {
  return Math.min(first * 2 ** failures, longest)
}

/** Waits for work at most that long. @param late what comes of it when the time is over: a value, or a fault that it throws */
export async function inTime<T, L>(work: Promise<T>, ms: number, late: () => L, signal?: AbortSignal): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined
  let onAbort: () => void = () => undefined
  const over = new Promise<void>((resolve) => {
    onAbort = resolve
    timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', onAbort, { once: true })
  }).then(late)
  try {
    return await Promise.race([work, over])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}
