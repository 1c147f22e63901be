/** The state of what a row shows; `submitted` waits for a review. */
type RowState = 'closed' | 'open' | 'submitted' | 'changes_requested' | 'done' | 'skipped'

/** What a row of a timeline says: the graphic and the table show the same. All dates are such as `2026-12-03`. */
export interface TimelineRow {
  id: string
  title: string
  /** Below the title: who, or how much is done. */
  note: string
  state: RowState
  /** Whether the team does it. */
  isOurs: boolean
  /** Null for what has no dates: it has no bar. */
  starts_on: string | null
  due_on: string | null
  /** When it will be done at the present pace. */
  expected_on: string | null
  done_on: string | null
  /** The day until which a part of it is done. */
  done_until?: string | null
  /** The rows that it consists of. */
  parts?: readonly TimelineRow[]
}

/** The dates that lines are drawn for. */
export interface TimelineDates {
  today: string
  target: string | null
  forecast: string | null
}

/** Whether a row is late: it is open, and its date is past. */
export function isLate({ due_on, done_on }: TimelineRow, today: string): boolean {
  return done_on === null && due_on !== null && due_on < today
}

/** A row that consists of others, from the first start to the last end. */
export function rowOfParts(
  row: Pick<TimelineRow, 'id' | 'title' | 'note' | 'state'>,
  parts: readonly TimelineRow[],
): TimelineRow {
  const dated = parts.filter(({ due_on, expected_on, done_on }) => due_on ?? expected_on ?? done_on)
  const open = parts.filter(({ done_on }) => done_on === null)
  const isDone = parts.length > 0 && open.length === 0
  const lastOf = (dates: readonly (string | null)[]) => latest(dates)
  const done_until = lastOf(parts.map(({ done_on }) => done_on))
  return {
    ...row,
    state: isDone ? 'done' : row.state,
    isOurs: parts.length > 0 && parts.every(({ isOurs }) => isOurs),
    starts_on:
      dated
        .map(({ starts_on }) => starts_on)
        .filter((date) => date !== null)
        .toSorted()[0] ?? null,
    due_on: lastOf((isDone ? parts : open).map(({ due_on }) => due_on)),
    expected_on: isDone ? null : lastOf(open.map(({ expected_on }) => expected_on)),
    done_on: isDone ? done_until : null,
    done_until,
    parts,
  }
}

function latest(dates: readonly (string | null)[]): string | null {
  return (
    dates
      .filter((date) => date !== null)
      .toSorted()
      .at(-1) ?? null
  )
}
