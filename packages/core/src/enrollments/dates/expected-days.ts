import type { DueRule } from '../../guides/dates/due-rules.ts'
import { endOf, type Outline, openingOf } from '../../guides/dates/outline.ts'
import { countWorkingDays, nthWorkingDay } from '../../working-calendar/calendar.ts'
import { AFTER_ALL_DAYS } from '../../working-calendar/days.ts'
import { type DatedPlan, factDays } from './due-dates.ts'
import { dayOfRule } from './rule-day.ts'

/** A day on which something is expected, and the index of the open step that decides it; -1 if none does. */
export interface Expected {
  day: number
  deciding: number
}

/** The computation for one plan and one day. */
interface Course extends DatedPlan {
  due: readonly (number | null)[]
  today: number
  /** Today, or the next working day: what is late will not be done on a day off. */
  nextWorkingDay: number
  dayOf: ReturnType<typeof factDays>
  /** By node of the outline, as far as it is known. */
  expected: Expected[]
  /** By index of the step: 1 if it has a date, or its rule will give one. */
  dated: Uint8Array
}

/**
 * When each node of an outline is expected: a step done, a section open, all counted steps until the end of a section done.
 * Never earlier for a later today. `forecastOf` has the rules.
 * @param due of `dueDays`
 */
export function expectedDays(plan: DatedPlan, due: readonly (number | null)[], today: number) {
  const { steps, sections, order } = plan.outline
  const never = decidedByNone(Number.NEGATIVE_INFINITY)
  const expected = new Array<Expected>(steps.length + 2 * sections.length).fill(never)
  const dated = new Uint8Array(steps.length)
  // In a calendar without working days it is today: there is no other.
  const working = nthWorkingDay(plan.calendar, today, 0)
  const nextWorkingDay = Number.isFinite(working) ? working : today
  const course = { ...plan, due, today, nextWorkingDay, dayOf: factDays(plan.facts), expected, dated }
  const ends = new Array<Expected>(sections.length).fill(never)
  for (const node of order) {
    const step = steps[node]
    const section = sections[node - steps.length]
    if (step) {
      const day = stepDay(course, node, step)
      expected[node] = day
      if (step.counted) ends[step.section] = later(ends[step.section] ?? never, day)
    } else if (section) expected[node] = openingDay(course, node - steps.length, section)
    else {
      const at = node - steps.length - sections.length
      expected[node] = later(at > 0 ? nodeDay(course, node - 1) : never, ends[at] ?? never)
    }
  }
  return { expected, dated }
}

function stepDay(course: Course, index: number, step: Outline['steps'][number]): Expected {
  const done = course.dayOf.done(step.id)
  if (done !== null) return decidedByNone(done)
  const own = ownDay(course, step)
  if (own) course.dated[index] = 1
  const opening = nodeDay(course, openingOf(course.outline, step.section))
  const planned = own ? later(own, opening) : opening
  const { day, deciding } =
    planned.day < course.today || !own ? later(planned, decidedByNone(course.nextWorkingDay)) : planned
  const isMoved = deciding >= 0 && day > (course.due[index] ?? Number.NEGATIVE_INFINITY)
  return { day: Math.min(day, AFTER_ALL_DAYS), deciding: isMoved ? deciding : index }
}

/** The day that the rule of a step or a member gives it; undefined where neither does. */
function ownDay(course: Course, { id, due, base, section }: Outline['steps'][number]): Expected | undefined {
  const manual = course.dayOf.manual(id)
  if (manual === null) return undefined
  if (manual !== undefined) return manualDay(course, manual, base)
  return due ? ruleDay(course, due, base, openingOf(course.outline, section)) : undefined
}

function openingDay(course: Course, at: number, { id, opens, base }: Outline['sections'][number]): Expected {
  const { outline, dayOf } = course
  const today = decidedByNone(course.today)
  const opened = dayOf.opened(id)
  if (opened !== null) return decidedByNone(opened)
  if (opens === 'at_once') return decidedByNone(dayOf.enrolled)
  if (typeof opens === 'object') return later(ruleDay(course, opens, base, openingOf(outline, at)) ?? today, today)
  const waits = at > 0 && (opens === 'after_previous' || outline.teamWaits)
  return waits ? later(nodeDay(course, endOf(outline, at - 1)), today) : today
}

/** Counts from the due date of another step, or from the day on which that is expected if it is later. */
function ruleDay(course: Course, rule: DueRule, base: number | undefined, opening: number): Expected | undefined {
  const start = startOf(course, rule.from, base, opening)
  return start && { day: dayOfRule(course.calendar, start.day, rule), deciding: start.deciding }
}

function startOf(course: Course, from: string, base: number | undefined, opening: number): Expected | undefined {
  const { due, dayOf, today } = course
  if (base !== undefined) {
    const planned = due[base] ?? Number.NEGATIVE_INFINITY
    return later(decidedByNone(planned), nodeDay(course, base))
  }
  if (from === 'opened') return nodeDay(course, opening)
  const day = from === 'started' ? (dayOf.started ?? today) : dayOf.enrollment(from)
  return day === null ? undefined : decidedByNone(day)
}

/** A date that a member set moves by as many working days as the step that its rule counts from. */
function manualDay(course: Course, manual: number, base: number | undefined): Expected {
  const own = decidedByNone(manual)
  if (base === undefined) return own
  const { day, deciding } = nodeDay(course, base)
  const planned = course.due[base] ?? null
  if (planned === null) return later(own, { day, deciding })
  const late = countWorkingDays(course.calendar, planned, day)
  return late > 0 ? { day: nthWorkingDay(course.calendar, manual, late), deciding } : own
}

function nodeDay({ expected }: Course, node: number): Expected {
  return expected[node] ?? decidedByNone(Number.NEGATIVE_INFINITY)
}

function decidedByNone(day: number): Expected {
  return { day, deciding: -1 }
}

/** The later of two; if they are on one day, the first that a step decides. */
function later(first: Expected, second: Expected): Expected {
  const isSecond = second.day > first.day || (second.day === first.day && first.deciding < 0)
  return isSecond ? second : first
}
