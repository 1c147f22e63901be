/** The result of one check of `doctor`. */
export interface Finding {
  state: 'ok' | 'warn' | 'fail'
  says: string
}

export const ok = (says: string): Finding => ({ state: 'ok', says })
export const warn = (says: string): Finding => ({ state: 'warn', says })
export const fail = (says: string): Finding => ({ state: 'fail', says })

/** The message of an error. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
