import { isLate, type TimelineDates, type TimelineRow } from './row.ts'
import { dateOf, numberOf, type Scale, scaleFor, ticksOf } from './scale.ts'

export const BAR_KINDS = ['done', 'planned', 'review', 'forecast', 'late'] as const
type BarKind = (typeof BAR_KINDS)[number]

/** A part of a row, in percent of the whole time. */
interface Bar {
  kind: BarKind
  start: number
  size: number
}

/** A row with its bars, which follow each other without overlapping. */
export interface PlacedRow {
  row: TimelineRow
  bars: readonly Bar[]
  /** The end of the last bar, in percent; null without bars. */
  end: number | null
}

interface Line {
  kind: 'today' | 'target' | 'forecast'
  date: string
  at: number
}

/** A timeline as it is drawn: all places are in percent of the time from its first to its last day. */
export interface Geometry {
  rows: readonly PlacedRow[]
  lines: readonly Line[]
  scale: Scale
  /** The first days of its units. */
  ticks: readonly { date: string; at: number }[]
}

/** How much of the whole time is left free at its end, for the words beside the last bars. */
const ROOM = 0.16

/**
 * The places of all bars and lines of a timeline. A day is as wide as any other, and bars include their last day.
 * @param asked by default the scale that fits
 */
export function geometryOf(rows: readonly TimelineRow[], dates: TimelineDates, asked?: Scale): Geometry {
  const spans = rows.map((row) => ({ row, parts: partsOf(row, dates.today) }))
  const lines = linesOf(dates, rows)
  const days = [
    ...spans.flatMap(({ parts }) => parts.flatMap(({ from, until }) => [from, until])),
    ...lines.flatMap(({ day }) => [day, day + 1]),
  ]
  const first = Math.min(...days) - 1
  const length = Math.ceil((Math.max(...days) - first) * (1 + ROOM)) + 1
  const scale = asked ?? scaleFor(length)
  const place = (day: number) => ((day - first) / length) * 100
  return {
    rows: spans.map(({ row, parts }) => ({
      row,
      bars: parts.map(({ kind, from, until }) => ({ kind, start: place(from), size: place(until) - place(from) })),
      end: parts.length === 0 ? null : place(Math.max(...parts.map(({ until }) => until))),
    })),
    lines: lines.map(({ kind, date, day }) => ({ kind, date, at: place(day + 0.5) })),
    scale,
    ticks: ticksOf(scale, first, length).map((day) => ({ date: dateOf(day), at: place(day) })),
  }
}

interface Part {
  kind: BarKind
  from: number
  /** The day after its last one. */
  until: number
}

/** What is done, planned, late and forecast, one after the other. */
function partsOf(row: TimelineRow, today: string): Part[] {
  const { starts_on, due_on, expected_on, done_on, done_until = null, state } = row
  const start = starts_on ?? due_on ?? expected_on ?? done_on
  if (start === null || (due_on ?? expected_on ?? done_on) === null) return []
  const parts: Part[] = []
  let from = numberOf(start)
  const add = (kind: BarKind, last: string | null) => {
    if (last === null || numberOf(last) < from) return
    parts.push({ kind, from, until: numberOf(last) + 1 })
    from = numberOf(last) + 1
  }
  add('done', done_on ?? done_until)
  if (done_on !== null) return parts
  add(state === 'submitted' ? 'review' : 'planned', due_on)
  if (isLate(row, today)) add('late', today)
  add('forecast', expected_on)
  return parts
}

/** Today is left out once everything has ended: the bars would become short. */
function linesOf({ today, target, forecast }: TimelineDates, rows: readonly TimelineRow[]) {
  const isOver = rows.length > 0 && rows.every(({ done_on }) => done_on !== null)
  const named = [
    ['today', isOver ? null : today],
    ['target', target],
    ['forecast', forecast],
  ] as const
  return named.flatMap(([kind, date]) => (date === null ? [] : [{ kind, date, day: numberOf(date) }]))
}

/** Lanes for bars beside each other: those that overlap in time have different ones. @returns the lane of each row */
export function lanesOf(rows: readonly PlacedRow[]): number[] {
  const ends: number[] = []
  return rows.map(({ bars, end }) => {
    const start = bars[0]?.start ?? 0
    const free = ends.findIndex((one) => one <= start)
    const lane = free < 0 ? ends.length : free
    ends[lane] = end ?? start
    return lane
  })
}

/** Places for texts of a height, each as near to its own place as the others allow. @param wanted in order */
export function apart(wanted: readonly number[], height: number): number[] {
  let next = Number.NEGATIVE_INFINITY
  return wanted.map((place) => {
    const own = Math.max(place, next)
    next = own + height
    return own
  })
}
