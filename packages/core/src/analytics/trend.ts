import { effortOf, isWithin, medianDays } from '../overview/figures.ts'
import { instantOf, wallClock } from '../time-zones.ts'
import type { Sampled } from './sample.ts'

/** The counts of a month in the time zone of the workspace. */
export interface Month {
  starts_at: string
  enrolled: number
  completed: number
  median_days: number | null
  effort: number | null
}

/** The newest months, the oldest of them first. */
const MAX_MONTHS = 24

/** Enrollments and completions by month, without gaps. */
export function monthsOf(sampled: readonly Sampled[], timeZone: string): Month[] {
  const times = sampled
    .flatMap(({ created_at, completed_at }) => [created_at, ...(completed_at ? [completed_at] : [])])
    .sort()
  const [first, last] = [times[0], times.at(-1)]
  if (first === undefined || last === undefined) return []
  const { year, month } = wallClock(last, timeZone)
  const months: Month[] = []
  for (let back = 0; back < MAX_MONTHS && (back === 0 || (months[0]?.starts_at ?? first) > first); back++) {
    const span = {
      from: instantOf({ year, month: month - back, day: 1 }, timeZone),
      until: instantOf({ year, month: month - back + 1, day: 1 }, timeZone),
    }
    const completed = sampled.filter(({ completed_at }) => isWithin(completed_at, span))
    months.unshift({
      starts_at: span.from,
      enrolled: sampled.filter(({ created_at }) => isWithin(created_at, span)).length,
      completed: completed.length,
      median_days: medianDays(completed),
      effort: effortOf(completed).average,
    })
  }
  return months
}
