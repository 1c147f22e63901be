import type Sqlite from 'better-sqlite3'

/** One state of the database, for all that is read of it meanwhile. */
export interface Snapshot {
  /** Reads from one state until the end of this turn of the event loop. */
  hold(): void
  /** What is read next is read from the newest state. */
  end(): void
}

/**
 * A connection that only reads. A read by itself locks the log and looks at its head, which takes as long as reading a row:
 * all reads of a turn do so once. Whoever commits ends it first, so that nobody misses what was acknowledged, and so that the
 * log can begin anew: it cannot while somebody reads from a former state of it. Whoever begins to write ends it too, so that
 * nobody reads less afterwards than the write has seen, even if it was refused.
 */
export function snapshotOf(reader: Sqlite.Database): Snapshot {
  const begin = reader.prepare('begin')
  const commit = reader.prepare('commit')
  let isHeld = false

  function end(): void {
    if (!isHeld) return
    isHeld = false
    if (reader.open && reader.inTransaction) commit.run()
  }

  return {
    hold() {
      if (isHeld) return
      begin.run()
      isHeld = true
      setImmediate(end)
    },
    end,
  }
}
