import type { DatedPlan, DateFacts } from '../src/enrollments/dates/due-dates.ts'
import type { DueRule, OpensRule } from '../src/guides/dates/due-rules.ts'
import { type DatedSection, type DatedStep, outlineOf } from '../src/guides/dates/outline.ts'
import { DEFAULT_CALENDAR, workingDaysOf } from '../src/working-calendar/calendar.ts'
import type { WorkingCalendar } from '../src/working-calendar/plain-calendar.ts'
import { addCalendarDays } from '../src/working-calendar/working-days.ts'

/** A rule in short: the days and what they count from. */
export function rule(days: number, from: string, calendar_days?: boolean): DueRule {
  return calendar_days === undefined ? { days, from } : { days, from, calendar_days }
}

/** A counted step whose id is its title. */
export function step(title: string, due?: DueRule, counted = true): DatedStep {
  return { id: title, title, counted, due }
}

/** A section whose id is its title. */
export function section(title: string, opens: OpensRule, ...steps: DatedStep[]): DatedSection {
  return { id: title, title, opens, steps }
}

/** Enrolled on Monday 2 November 2026, and nothing else has happened. */
const NOTHING_HAPPENED: DateFacts = {
  enrolled_on: '2026-11-02',
  started_on: null,
  target_date: null,
  done: new Map(),
  opened: new Map(),
  manual: new Map(),
}

export function planOf(
  sections: readonly DatedSection[],
  facts: Partial<DateFacts> = {},
  calendar: WorkingCalendar = DEFAULT_CALENDAR,
): DatedPlan {
  return {
    outline: outlineOf(sections),
    calendar: workingDaysOf(calendar),
    facts: { ...NOTHING_HAPPENED, ...facts },
  }
}

type Random = () => number

/** A whole number from 0 to below a limit. */
export function upTo(random: Random, limit: number): number {
  return Math.floor(random() * limit)
}

/** One of some values. */
export function oneOf<T>(random: Random, first: T, ...others: T[]): T {
  return others[upTo(random, others.length + 1) - 1] ?? first
}

/** A date within some days after the first of November 2026. */
export function someDate(random: Random, days = 60): string {
  return String(addCalendarDays('2026-11-01', upTo(random, days)))
}

/** Sections of any rules, circles included. */
export function someSections(random: Random): DatedSection[] {
  const sizes = Array.from({ length: 1 + upTo(random, 4) }, () => upTo(random, 5))
  const ids = sizes.flatMap((size, at) => Array.from({ length: size }, (_, index) => `${at}.${index}`))
  const anyId = () => ids[upTo(random, ids.length)] ?? 'nowhere'
  return sizes.map((size, at) =>
    section(
      String(at),
      someOpening(random, anyId),
      ...Array.from({ length: size }, (_, index) => step(`${at}.${index}`, someRule(random, anyId), random() < 0.75)),
    ),
  )
}

function someRule(random: Random, anyId: () => string): DueRule | undefined {
  if (random() < 0.2) return undefined
  const from = oneOf(random, 'enrolled', 'started', 'target', 'previous', 'previous', 'previous', 'opened', anyId())
  return withDays(random, from)
}

function someOpening(random: Random, anyId: () => string): OpensRule {
  const opens = oneOf(random, 'at_once', 'after_previous', 'by_team', undefined)
  return opens ?? withDays(random, oneOf(random, 'enrolled', 'started', 'target', anyId()))
}

function withDays(random: Random, from: string): DueRule {
  const days = upTo(random, 8) - (from === 'target' ? 6 : 0)
  return { days, from, ...(random() < 0.2 && { calendar_days: true }) }
}

/** What may have happened until a day. */
export function someFacts(random: Random, sections: readonly DatedSection[]): DateFacts {
  const steps = sections.flatMap((one) => one.steps)
  const some = <T>(list: readonly T[], share: number) => list.filter(() => random() < share)
  return {
    enrolled_on: '2026-11-02',
    started_on: random() < 0.6 ? '2026-11-04' : null,
    target_date: random() < 0.7 ? someDate(random) : null,
    done: new Map(some(steps, 0.3).map(({ id }) => [id, someDate(random, 30)])),
    opened: new Map(some(sections, 0.4).map(({ id }) => [id, someDate(random, 30)])),
    manual: new Map(some(steps, 0.15).map(({ id }) => [id, random() < 0.3 ? null : someDate(random)])),
  }
}

/** A calendar with some working weekdays and some holidays. */
export function someCalendar(random: Random): WorkingCalendar {
  const weekdays = [1, 2, 3, 4, 5, 6, 7].filter(() => random() < 0.65)
  return {
    working_days: weekdays.length > 0 ? weekdays : [2],
    holidays: Array.from({ length: upTo(random, 12) }, () => someDate(random)),
  }
}
