import { describe, expect, test } from 'vitest'
import { oneOf, someCalendar, someDate, someFacts, someSections, upTo } from '../../../test/dated-plans.ts'
import { outlineOf } from '../../guides/dates/outline.ts'
import { createRandom } from '../../sample/random.ts'
import { wallClock } from '../../time-zones.ts'
import { HOUR_MS, later } from '../../times.ts'
import { workingDaysOf } from '../../working-calendar/calendar.ts'
import { type DatedPlan, type DateFacts, dueDates } from './due-dates.ts'
import { forecastOf } from './forecast.ts'
import { type Health, healthOf } from './health.ts'
import type { HealthSignals } from './health-reason.ts'

type Random = () => number

/** An enrollment as it is kept: computed when something happens, or when its time has come. */
interface Kept {
  plan: DatedPlan
  signals: HealthSignals
  zone: string
}

function someEnrollment(random: Random): Kept {
  const sections = someSections(random)
  const plan = {
    outline: outlineOf(sections),
    calendar: workingDaysOf(someCalendar(random)),
    facts: someFacts(random, sections),
  }
  // In Havana, midnight of Sunday 1 November 2026 comes twice.
  const zone = oneOf(random, 'UTC', 'Europe/Berlin', 'America/Havana', 'Asia/Kathmandu', 'Pacific/Kiritimati')
  return { plan, signals: someSignals(random, plan), zone }
}

function someSignals(random: Random, { outline }: DatedPlan): HealthSignals {
  const ids = outline.steps.map(({ id }) => id)
  return {
    stuck: random() < 0.15 ? [{ step_id: ids[upTo(random, ids.length)] ?? null, participant_id: 'a' }] : [],
    inactive: new Map(ids.filter(() => random() < 0.3).map((id) => [id, oneOf(random, 'a', 'b')])),
    stalls_at: random() < 0.4 ? `${someDate(random)}T${String(10 + upTo(random, 14))}:17:00.000Z` : null,
  }
}

function computed({ plan, signals, zone }: Kept, now: string): Health {
  // As `dayIn`, which takes longer.
  const { year, month, day } = wallClock(now, zone)
  const today = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return healthOf(plan, signals, { now, today, time_zone: zone })
}

const shown = ({ health, reason }: Health) => ({ health, reason })

describe('time alone', () => {
  test('turns the health at the time that was foretold, neither earlier nor later', () => {
    const random = createRandom(51)
    let turns = 0
    for (let round = 0; round < 1500; round += 1) {
      const kept = someEnrollment(random)
      let now = '2026-10-30T00:00:00.000Z'
      let health = computed(kept, now)
      while (health.turns_at !== null) {
        expect(Date.parse(health.turns_at), JSON.stringify([kept, now])).toBeGreaterThan(Date.parse(now))
        const before = computed(kept, later(health.turns_at, -1))
        expect(before, JSON.stringify([kept, health])).toEqual(health)
        now = health.turns_at
        const after = computed(kept, now)
        expect(shown(after), JSON.stringify([kept, now])).not.toEqual(shown(health))
        health = after
        turns += 1
      }
    }
    expect(turns).toBeGreaterThan(1000)
  })

  test('in steps of seven hours gives the same as computing at once, if only the foretold turns are computed', () => {
    const random = createRandom(52)
    for (let round = 0; round < 200; round += 1) {
      const kept = someEnrollment(random)
      let now = '2026-10-30T00:00:00.000Z'
      let health = computed(kept, now)
      for (let passed = 0; passed < 75 * 24; passed += 7) {
        now = later(now, 7 * HOUR_MS)
        if (health.turns_at !== null && health.turns_at <= now) health = computed(kept, now)
        expect(health, JSON.stringify([kept, now])).toEqual(computed(kept, now))
      }
    }
  })

  test('moves no due date, and makes no enrollment healthier', () => {
    const random = createRandom(53)
    const grave = ['on_track', 'at_risk', 'late']
    for (let round = 0; round < 1000; round += 1) {
      const kept = someEnrollment(random)
      const [first, second] = [someDate(random), someDate(random)].toSorted()
      const before = computed(kept, `${first}T12:00:00.000Z`)
      const after = computed(kept, `${second}T12:00:00.000Z`)
      if (before.health === 'none') expect(after.health).toBe('none')
      else expect(grave.indexOf(after.health)).toBeGreaterThanOrEqual(grave.indexOf(before.health))
    }
  })
})

/** Something that people do on a day. */
function happen(random: Random, { plan, signals, zone }: Kept, today: string): Kept {
  const { facts, outline } = plan
  const step = outline.steps[upTo(random, outline.steps.length)]?.id
  const section = outline.sections[upTo(random, outline.sections.length)]?.id
  const changed = (change: Partial<DateFacts>) => ({ plan: { ...plan, facts: { ...facts, ...change } }, signals, zone })
  if (step === undefined || section === undefined) return changed({ started_on: facts.started_on ?? today })
  switch (upTo(random, 6)) {
    case 0:
      return changed({ started_on: facts.started_on ?? today })
    case 1:
      return changed({ done: new Map([...facts.done, [step, today]]) })
    case 2:
      return changed({ opened: new Map([[section, today], ...facts.opened]) })
    case 3:
      return changed({ target_date: someDate(random) })
    case 4:
      return changed({ done: new Map([...facts.done].filter(([id]) => id !== step)) })
    default:
      return { plan, signals: someSignals(random, plan), zone }
  }
}

test('the dates that members set never move, whatever happens on which day', () => {
  const random = createRandom(54)
  for (let round = 0; round < 400; round += 1) {
    let kept = someEnrollment(random)
    const { manual } = kept.plan.facts
    for (let day = 0; day < 20; day += 1) {
      kept = happen(random, kept, someDate(random))
      const dates = dueDates(kept.plan)
      for (const [id, date] of manual) expect(dates.get(id)).toBe(date)
    }
  }
})

test('health, dates and forecast are the same whatever the order in which things are given', () => {
  const random = createRandom(55)
  for (let round = 0; round < 1500; round += 1) {
    const kept = someEnrollment(random)
    const { done, opened, manual } = kept.plan.facts
    const facts = { ...kept.plan.facts, done: shuffled(done), opened: shuffled(opened), manual: shuffled(manual) }
    const other = {
      plan: { ...kept.plan, facts },
      signals: { ...kept.signals, inactive: shuffled(kept.signals.inactive) },
      zone: kept.zone,
    }
    const today = someDate(random)
    expect(dueDates(other.plan)).toEqual(dueDates(kept.plan))
    expect(forecastOf(other.plan, today)).toEqual(forecastOf(kept.plan, today))
    expect(computed(other, `${today}T12:00:00.000Z`)).toEqual(computed(kept, `${today}T12:00:00.000Z`))
  }

  function shuffled<T>(map: ReadonlyMap<string, T>): Map<string, T> {
    const keyed = [...map].map((entry): [number, [string, T]] => [random(), entry])
    return new Map(keyed.toSorted(([a], [b]) => a - b).map(([, entry]) => entry))
  }
})
