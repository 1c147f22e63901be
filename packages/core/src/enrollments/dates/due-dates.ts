import type { DueRule } from '../../guides/dates/due-rules.ts'
import type { Outline } from '../../guides/dates/outline.ts'
import type { WorkingDays } from '../../working-calendar/calendar.ts'
import { dateOf, dayNumber, withinYears } from '../../working-calendar/days.ts'
import { dayOfRule } from './rule-day.ts'

/** What has happened in an enrollment, as far as its dates go. All dates are in the time zone of the workspace. */
export interface DateFacts {
  enrolled_on: string
  started_on: string | null
  target_date: string | null
  /** By id of a step: the day on which it was done, accepted or skipped. */
  done: ReadonlyMap<string, string>
  /** By id of a section: the day on which it opened, for all sections but those that open at once. */
  opened: ReadonlyMap<string, string>
  /** By id of a step: the date that a member set, or null if a member cleared it. */
  manual: ReadonlyMap<string, string | null>
}

/** Everything that the dates of an enrollment follow from. */
export interface DatedPlan {
  outline: Outline
  calendar: WorkingDays
  facts: DateFacts
}

/**
 * The due date of each step by its id; null if it has none.
 *
 * Due dates count from due dates, never from the day on which a step was done: what people agreed on stays, and a late step moves
 * the forecast only. A rule gives no date while it hangs on what has not happened: on the start, on a section that has not
 * opened (unless it opens on a date), on a target that is not set. A step without a date counts from the day on which it is
 * done. A date that a member set or cleared stays, whatever else moves, and other steps count from it.
 */
export function dueDates(plan: DatedPlan): Map<string, string | null> {
  const days = dueDays(plan)
  return new Map(plan.outline.steps.map(({ id }, index) => [id, dateOf(days[index])]))
}

/** The same as numbers of days, by the index of the step. */
export function dueDays(plan: DatedPlan): (number | null)[] {
  return plannedDays(plan).due
}

/** The due dates by the index of the step, and by that of the section when it opened, or will by a date of its own. */
export function plannedDays({ outline, calendar, facts }: DatedPlan) {
  const { steps, sections, order } = outline
  const dayOf = factDays(facts)
  const due = new Array<number | null>(steps.length).fill(null)
  const openings = new Array<number | null>(sections.length).fill(null)

  function dayOfBase(rule: DueRule, base: number | undefined, opening: number | null): number | null {
    if (base !== undefined) return due[base] ?? dayOf.done(steps[base]?.id)
    return rule.from === 'opened' ? opening : dayOf.enrollment(rule.from)
  }
  function apply(rule: DueRule, from: number | null): number | null {
    return from === null ? null : withinYears(dayOfRule(calendar, from, rule))
  }
  function openingDay(at: number): number | null {
    const section = sections[at]
    const opened = dayOf.opened(section?.id)
    if (!section || opened !== null) return opened
    if (typeof section.opens === 'object') return apply(section.opens, dayOfBase(section.opens, section.base, null))
    return section.opens === 'at_once' ? dayOf.enrolled : null
  }

  for (const node of order) {
    const step = steps[node]
    const manual = step && dayOf.manual(step.id)
    if (!step) openings[node - steps.length] = openingDay(node - steps.length)
    else if (manual !== undefined) due[node] = manual
    else if (step.due) due[node] = apply(step.due, dayOfBase(step.due, step.base, openings[step.section] ?? null))
  }
  return { due, openings }
}

/** The facts as numbers of days. */
export function factDays({ enrolled_on, started_on, target_date, done, opened, manual }: DateFacts) {
  const enrolled = dayNumber(enrolled_on)
  const started = numberOf(started_on)
  const target = numberOf(target_date)
  const named = new Map<string, number | null>([
    ['enrolled', enrolled],
    ['started', started],
    ['target', target],
  ])
  return {
    enrolled,
    started,
    target,
    /** The day of the enrollment that a rule names. */
    enrollment: (from: string) => named.get(from) ?? null,
    done: (id: string | undefined) => numberOf(id === undefined ? null : done.get(id)),
    opened: (id: string | undefined) => numberOf(id === undefined ? null : opened.get(id)),
    /** Undefined where the rule of the guide decides. */
    manual: (id: string) => {
      const date = manual.get(id)
      return date === undefined ? undefined : numberOf(date)
    },
  }
}

function numberOf(date: string | null | undefined): number | null {
  return date === null || date === undefined ? null : dayNumber(date)
}
