/** The result of one check of `doctor`. */
export interface Finding {
  state: 'ok' | 'warn' | 'fail'
  says: string
}

/** Clocks that differ by more are wrong. */
export const MAX_SKEW_MS = 60_000

export const ok = (says: string): Finding => ({ state: 'ok', says })
export const warn = (says: string): Finding => ({ state: 'warn', says })
export const fail = (says: string): Finding => ({ state: 'fail', says })

/** Says which way the clock of this machine differs from another one, or undefined if it does not. @param ahead milliseconds */
export function clockDifference(ahead: number, other: string): string | undefined {
  if (Math.abs(ahead) <= MAX_SKEW_MS) return undefined
  const seconds = Math.round(Math.abs(ahead) / 1000)
  return `The clock of this machine is ${seconds} seconds ${ahead > 0 ? 'ahead of' : 'behind'} ${other}. Set both by NTP`
}

/** The message of an error. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
