import type { Language } from '../../contract/languages.ts'
import { calendarDaysBetween } from '../../working-calendar/working-days.ts'
import { type Say, weekdayIn } from '../compose/translate.ts'

/** A due date as people say it: today, tomorrow, by Thursday 3 December, 2 days late. */
export function dueLabel(
  due_on: string,
  { say, language, today }: { say: Say; language: Language; today: string },
): string {
  const days = calendarDaysBetween(today, due_on)
  if (days < 0) return say('days_late', { count: -days })
  if (days === 0) return say('due_today')
  return days === 1 ? say('due_tomorrow') : say('due_by', { date: weekdayIn(language, due_on) })
}
