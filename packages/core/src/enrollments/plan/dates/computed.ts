import { findGuide } from '../../../guides/store.ts'
import type { Reader } from '../../../storage/database.ts'
import type { StoredSection } from '../../../storage/tables/guides.ts'
import { dayIn } from '../../../times.ts'
import { dateOf, dayNumber, startOfDay } from '../../../working-calendar/days.ts'
import { plainCalendarOf } from '../../../working-calendar/store.ts'
import { findWorkspace } from '../../../workspaces/store.ts'
import type { Health } from '../../contract.ts'
import { type DatedPlan, plannedDays } from '../../dates/due-dates.ts'
import { healthOf } from '../../dates/health.ts'
import type { ShownReason } from '../../dates/health-reason.ts'
import type { OpeningDay } from '../../gates/section-row.ts'
import type { EnrollmentRow } from '../../store.ts'
import type { Planned } from '../rows.ts'
import type { Completions } from './completions.ts'
import { isDated, type KeptFacts, opensOnDate, planOf, withSkipped } from './plan-of.ts'
import { shownReason } from './reason.ts'
import { signalsOf } from './signals.ts'

/** What is stored of an enrollment, as far as dates go. */
export interface DateState {
  enrollment: EnrollmentRow
  /** Whether anything is to be done: the enrollment is open, and its contact not deleted. */
  isOpen: boolean
  sections: readonly StoredSection[]
  rows: readonly Planned[]
  completions: Completions
  /** By id of a section that opened later than the enrollment began: when. */
  opened: ReadonlyMap<string, string>
}

/** The health of an enrollment as it is stored. */
export interface KeptHealth {
  health: Health
  health_reason: ShownReason | null
  health_turns_at: string | null
}

export const NO_HEALTH: KeptHealth = { health: 'none', health_reason: null, health_turns_at: null }

/** The dates of an enrollment at a time. */
export interface ComputedDates extends KeptHealth {
  plan: DatedPlan
  /** By id of the step. */
  due: ReadonlyMap<string, string | null>
  today: string
  /** Of the sections that open on a date, by id, where it is known. */
  days: ReadonlyMap<string, OpeningDay>
}

/** Computes the dates of an enrollment as of `now`; undefined if neither it nor a section of its guide has any. */
export async function computedDates(reader: Reader, state: DateState, now: string): Promise<ComputedDates | undefined> {
  const { enrollment, sections, rows, opened: openedLater } = state
  const hasDates = isDated(sections, enrollment, rows)
  if (!hasDates && !opensOnDate(sections)) return undefined
  const workspace = await findWorkspace(reader, enrollment.workspace_id)
  const time_zone = workspace?.time_zone ?? 'UTC'
  const calendar = await plainCalendarOf(reader, enrollment.workspace_id)
  const completions = withSkipped(state.completions, rows)
  const kept = { enrollment, sections, calendar, time_zone, completions, rows, opened: openedLater }
  const plan = planOf(kept)
  const { due, openings } = plannedDays(plan)
  const today = dayIn(time_zone, now)
  const dates = new Map(plan.outline.steps.map(({ id }, index) => [id, dateOf(due[index])]))
  const computed = { plan, due: dates, today, days: openingDays(kept, openings) }
  if (!state.isOpen || !hasDates) return { ...computed, ...NO_HEALTH }

  const { opened, next } = openTimes(kept, openings, now)
  const guide = await findGuide(reader, enrollment.workspace_id, enrollment.guide_id)
  const stalled_after_days = guide?.stalled_after_days ?? null
  const signals = await signalsOf(reader, { enrollment, sections, completions, openings: opened, stalled_after_days })
  const { health, reason, turns_at } = healthOf(plan, signals, { now, today, time_zone })
  const turns = [turns_at, next, nextOverdue(plan, due, { today, time_zone })].filter((time) => time !== null)
  const health_turns_at = turns.toSorted()[0] ?? null
  return { ...computed, health, health_reason: shownReason(reason, sections), health_turns_at }
}

/** When the next open step becomes overdue. */
function nextOverdue(
  { outline, facts }: DatedPlan,
  due: readonly (number | null)[],
  { today, time_zone }: { today: string; time_zone: string },
): string | null {
  const from = dayNumber(today)
  const days = outline.steps.flatMap(({ id }, index) => (facts.done.has(id) ? [] : (due[index] ?? [])))
  const first = Math.min(...days.filter((day) => day >= from))
  return Number.isFinite(first) ? startOfDay(first + 1, time_zone) : null
}

/** The days of sections that open on a date. */
function openingDays(
  { sections, time_zone }: KeptFacts,
  openings: readonly (number | null)[],
): Map<string, OpeningDay> {
  return new Map(
    sections.flatMap(({ id, opens }, index) => {
      const day = openings[index] ?? null
      const opens_on = dateOf(day)
      if (typeof opens !== 'object' || day === null || opens_on === null) return []
      return [[id, { opens_on, opens_at: startOfDay(day, time_zone) }] as const]
    }),
  )
}

/** When each open section opened, and when the next one opens by its date. */
function openTimes(kept: KeptFacts, openings: readonly (number | null)[], now: string) {
  const { sections, time_zone, enrollment } = kept
  const opened = new Map(kept.opened)
  let next: string | null = null
  for (const [index, { id, opens = 'at_once' }] of sections.entries()) {
    const day = openings[index] ?? null
    if (opened.has(id) || day === null) continue
    // Also a section that waits for steps before it where there are none.
    const time = typeof opens === 'object' ? startOfDay(day, time_zone) : enrollment.created_at
    if (time <= now) opened.set(id, time)
    else if (next === null || time < next) next = time
  }
  return { opened, next }
}
