import type { Channel } from './database.ts'

/** What changes within this time is told at once. */
const GATHER_MS = 100

export interface Hints {
  add(channel: Channel, about: string): void
  /** What was not told yet is lost with the process; whoever listens looks in any case, now and then. */
  close(): void
}

/** Gathers hints, and tells them a few times in a second at most, however much is committed. */
export function gatherHints(tell: (channel: Channel, about: ReadonlySet<string>) => Promise<void>): Hints {
  const gathered = new Map<Channel, Set<string>>()
  let timer: NodeJS.Timeout | undefined

  function publishAll(): void {
    timer = undefined
    const topics = [...gathered]
    gathered.clear()
    // A hint may be lost: the database is then out of reach, which shows elsewhere.
    for (const [channel, about] of topics) tell(channel, about).catch(() => undefined)
  }

  return {
    add(channel, about) {
      const known = gathered.get(channel) ?? new Set()
      gathered.set(channel, known.add(about))
      timer ??= setTimeout(publishAll, GATHER_MS).unref()
    },
    close: () => clearTimeout(timer),
  }
}
