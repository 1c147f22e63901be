import type { Database, Reader } from '../storage/database.ts'
import { later, SECOND_MS } from '../times.ts'
import { draftChangesSince } from './drafts.ts'
import { type ChangeRow, eventsSince } from './events.ts'
import type { ChangeWatch } from './watch.ts'

/** How far back the changes of a workspace are kept: open lines ask at least every fifteen seconds. */
const KEPT_MS = 60 * SECOND_MS
/** With more changes at once, or in all, each line reads for itself. */
const MAX_CHANGES = 1000
/** For changes whose notification was lost. */
const FRESH_MS = 1000

interface Changes {
  /** Until when all changes are included. */
  settled: string
  events: readonly ChangeRow[]
  drafts: readonly ChangeRow[]
}

/** The changes of a workspace, read once for all open lines of a process. */
export interface ChangeReading {
  /** What changed since a time, as the database has it after the last notification; undefined where that is not known. */
  since(time: string): Promise<Changes | undefined>
  close(): void
}

interface Kept extends Changes {
  /** All changes since then are included. */
  from: string
  /** The number of notifications before it was read. */
  version: number
  readAt: number
}

interface Reading {
  lines: number
  version: number
  kept?: Kept
  underWay?: { version: number; kept: Promise<Kept> }
}

/**
 * Reads the changes of a workspace once after each notification, however many lines are open: what each line gets of them
 * depends on its rights. Only while lines are open.
 */
export function createChangeReadings({ read }: Pick<Database, 'read'>, watch: ChangeWatch) {
  const readings = new Map<string, Reading>()
  let stopWatching: (() => void) | undefined

  function noteChanges(ids?: ReadonlySet<string>): void {
    for (const [workspace_id, reading] of readings) if (!ids || ids.has(workspace_id)) reading.version++
  }

  function latest(workspace_id: string, reading: Reading): Promise<Kept> {
    const { version, underWay, kept } = reading
    if (underWay?.version === version) return underWay.kept
    const next = read((reader) => readOn(reader, workspace_id, kept)).then((changes) => {
      const now = { ...changes, version, readAt: performance.now() }
      reading.kept = now
      return now
    })
    reading.underWay = { version, kept: next }
    const done = () => {
      if (reading.underWay?.kept === next) delete reading.underWay
    }
    next.then(done, done)
    return next
  }

  return {
    open(workspace_id: string): ChangeReading {
      const reading = readings.get(workspace_id) ?? { lines: 0, version: 0 }
      reading.lines++
      readings.set(workspace_id, reading)
      stopWatching ??= watch.add(noteChanges)
      return {
        async since(time) {
          const { kept, version } = reading
          const isFresh =
            kept?.version === version && performance.now() - kept.readAt < FRESH_MS && time <= kept.settled
          const { settled, from, events, drafts } = isFresh ? kept : await latest(workspace_id, reading)
          if (time < from || time > settled) return undefined
          const isSince = ({ at }: ChangeRow) => at >= time
          return { settled, events: events.filter(isSince), drafts: drafts.filter(isSince) }
        },
        close() {
          reading.lines--
          if (reading.lines === 0) readings.delete(workspace_id)
          if (readings.size > 0) return
          stopWatching?.()
          stopWatching = undefined
        },
      }
    },
  }
}

/** Reads what has changed since the last reading, and appends it: everything before that was settled then. */
async function readOn(
  reader: Reader,
  workspace_id: string,
  before: Kept | undefined,
): Promise<Pick<Kept, 'settled' | 'from' | 'events' | 'drafts'>> {
  const settled = await reader.connection.settled()
  const oldest = later(settled, -KEPT_MS)
  const last = before && before.settled > oldest ? before : undefined
  const since = last?.settled ?? oldest
  const query = { workspace_id, since, limit: MAX_CHANGES + 1 }
  const events = await eventsSince(reader, query)
  const drafts = await draftChangesSince(reader, query)
  const isKept = ({ at }: ChangeRow) => at >= oldest && at < since
  const all = {
    events: [...(last?.events.filter(isKept) ?? []), ...events],
    // A draft is named with its last change.
    drafts: [...(last?.drafts.filter((one) => isKept(one) && !drafts.some(isSameDraft(one))) ?? []), ...drafts],
  }
  if (Math.max(all.events.length, all.drafts.length) > MAX_CHANGES)
    return { settled, from: settled, events: [], drafts: [] }
  return { settled, from: last && last.from > oldest ? last.from : oldest, ...all }
}

function isSameDraft({ event, subject_id }: ChangeRow) {
  return (other: ChangeRow) => other.event === event && other.subject_id === subject_id
}
