import type { DueRule } from '../../guides/dates/due-rules.ts'
import { nthWorkingDay, type WorkingDays } from '../../working-calendar/calendar.ts'

/**
 * The day of a rule, given the day that it counts from. Infinite where nobody ever works. "On the target" is the target itself,
 * on whatever day somebody chose it; 0 working days from any other day are the day or the next working day.
 */
export function dayOfRule(calendar: WorkingDays, day: number, { days, from, calendar_days }: DueRule): number {
  if (calendar_days || (days === 0 && from === 'target')) return day + days
  return nthWorkingDay(calendar, day, days)
}
