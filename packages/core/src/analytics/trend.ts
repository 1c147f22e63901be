import { effortOf, medianDays } from '../overview/figures.ts'
import type { Sampled } from './sample.ts'

/** The counts of a month (UTC). */
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
export function monthsOf(sampled: readonly Sampled[]): Month[] {
  const times = sampled.flatMap(({ created_at, completed_at }) => [created_at, ...(completed_at ? [completed_at] : [])])
  if (times.length === 0) return []
  const sorted = times.map((time) => time.slice(0, 7)).sort()
  const months: string[] = []
  for (let month = sorted[0] ?? ''; month <= (sorted.at(-1) ?? ''); month = after(month)) months.push(month)
  return months.slice(-MAX_MONTHS).map((month) => {
    const completed = sampled.filter(({ completed_at }) => completed_at?.startsWith(month))
    return {
      starts_at: `${month}-01T00:00:00.000Z`,
      enrolled: sampled.filter(({ created_at }) => created_at.startsWith(month)).length,
      completed: completed.length,
      median_days: medianDays(completed),
      effort: effortOf(completed).average,
    }
  })
}

function after(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7)
}
