import { datedSections, type SectionWithDates } from '../../guides/dates/dated-sections.ts'
import { outlineOf } from '../../guides/dates/outline.ts'
import { workingDaysOf } from '../../working-calendar/calendar.ts'
import { dateOf, dayNumber } from '../../working-calendar/days.ts'
import type { WorkingCalendar } from '../../working-calendar/plain-calendar.ts'
import { addWorkingDays } from '../../working-calendar/working-days.ts'
import { dueDays } from './due-dates.ts'
import { expectedDays } from './expected-days.ts'

/** The dates that somebody who is enrolled in a guide can expect if every step takes the time that the guide gives it. */
export interface PlannedDates {
  /** By id of a step, for steps with a date. */
  steps: ReadonlyMap<string, string>
  /** By id of a section, for sections that open later. */
  sections: ReadonlyMap<string, string>
}

/**
 * The dates of an enrollment that begins and is started today. None in a guide whose dates go in a circle.
 * @param target_after_days of the guide
 */
export function plannedDates(
  sections: readonly SectionWithDates[],
  calendar: WorkingCalendar,
  today: string,
  target_after_days: number | null,
): PlannedDates {
  const outline = outlineOf(datedSections(sections))
  if (outline.circles.length > 0) return { steps: new Map(), sections: new Map() }
  const days = workingDaysOf(calendar)
  const target_date = target_after_days === null ? null : addWorkingDays(days, today, target_after_days)
  const none = new Map<string, string>()
  const facts = { enrolled_on: today, started_on: today, target_date, done: none, opened: none, manual: none }
  const plan = { outline, calendar: days, facts }
  const { expected, dated } = expectedDays(plan, dueDays(plan), dayNumber(today))
  const dateAt = (node: number) => dateOf(expected[node]?.day)
  return {
    steps: datesBy(outline.steps, (_step, index) => (dated[index] === 1 ? dateAt(index) : null)),
    sections: datesBy(outline.sections, ({ opens }, at) =>
      opens === 'at_once' ? null : dateAt(outline.steps.length + at),
    ),
  }
}

function datesBy<T extends { id: string }>(
  parts: readonly T[],
  dateOfPart: (part: T, index: number) => string | null,
): Map<string, string> {
  return new Map(
    parts.flatMap((part, index) => {
      const date = dateOfPart(part, index)
      return date === null ? [] : [[part.id, date] as const]
    }),
  )
}
