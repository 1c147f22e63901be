import { AppError } from '@handrail/core'

/** The Retry-After at the limit. */
const RETRY_SECONDS = 60

/** The limits of open connections in one process. */
export interface Limits {
  session: number
  person: number
  workspace: number
}

type Keys = Readonly<Record<keyof Limits, string>>

const FULL: Record<keyof Limits, string> = {
  session: 'This browser has too many windows open that receive live updates. Close some of them',
  person:
    'Too many browsers receive live updates for you. Close some windows, or end sessions that you do not recognise',
  workspace:
    'Too many people receive live updates of this workspace. The page reloads its data from time to time instead',
}

/** Limits the open connections of a session, a person and a workspace, so that none of them exhausts the process. */
export function createConnectionLimit(limits: Limits) {
  const taken = new Map<string, number>()
  const count = (key: string, by: number) => {
    const left = (taken.get(key) ?? 0) + by
    if (left > 0) taken.set(key, left)
    else taken.delete(key)
  }

  return {
    /** Counts a connection. @returns a function that releases it @throws AppError `rate_limited` at a limit */
    take(keys: Keys): () => void {
      const kinds = ['session', 'person', 'workspace'] as const
      for (const kind of kinds)
        if ((taken.get(`${kind} ${keys[kind]}`) ?? 0) >= limits[kind])
          throw new AppError('rate_limited', FULL[kind], { retryAfter: RETRY_SECONDS })
      for (const kind of kinds) count(`${kind} ${keys[kind]}`, 1)
      let isTaken = true
      return () => {
        if (isTaken) for (const kind of kinds) count(`${kind} ${keys[kind]}`, -1)
        isTaken = false
      }
    },
  }
}
