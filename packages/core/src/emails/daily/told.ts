import type { WorkingDays } from '../../working-calendar/calendar.ts'
import { countWorkingDays } from '../../working-calendar/calendar.ts'
import { dayNumber } from '../../working-calendar/days.ts'
import { STAGES, type Stage, type Told } from '../contract.ts'

/** A thing that a person can be told of. Its key is the same on each day. */
export interface Tellable {
  key: string
  stage: Stage
}

/** Late things are repeated on each third working day. */
const REPEATED_AFTER = 3

/** A date in the time zone of a person, with the working days of the workspace. */
export interface Today {
  today: string
  calendar: WorkingDays
}

/**
 * Whether a thing is a reason for a mail. A person is told of each thing when it is due within two working days, on its day, on the
 * first working day after it, and from then on each third working day. A mail that is sent contains everything, so that the days
 * count from it.
 */
export function isNews({ key, stage }: Tellable, told: Told, { today, calendar }: Today): boolean {
  const before = told[key]
  if (!before || rankOf(stage) > rankOf(before.stage)) return true
  if (stage !== 'late') return false
  return countWorkingDays(calendar, dayNumber(before.on), dayNumber(today)) >= REPEATED_AFTER
}

/** What a person was told of, without what is no longer there, and with what a mail of today contains. */
export function toldAfter(before: Told, things: readonly Tellable[], mailedOn: string | undefined): Told {
  return Object.fromEntries(
    things.flatMap(({ key, stage }) => {
      const told = mailedOn === undefined ? before[key] : { stage, on: mailedOn }
      return told ? [[key, told]] : []
    }),
  )
}

/** The most urgent first. */
export function byUrgency(one: Pick<Tellable, 'stage'>, other: Pick<Tellable, 'stage'>): number {
  return rankOf(other.stage) - rankOf(one.stage)
}

function rankOf(stage: Stage): number {
  return STAGES.indexOf(stage)
}
