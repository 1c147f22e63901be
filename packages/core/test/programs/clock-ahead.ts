// Preloaded by a process whose clock must be a minute ahead of all others.
const AHEAD_MS = 60_000
const now = Date.now

globalThis.Date = class extends Date {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(now() + AHEAD_MS)
    else super(given[0])
  }
  static override now(): number {
    return now() + AHEAD_MS
  }
} as DateConstructor
