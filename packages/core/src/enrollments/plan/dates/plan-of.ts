import { datedSections } from '../../../guides/dates/dated-sections.ts'
import { hasDueDates } from '../../../guides/dates/has-due-dates.ts'
import { outlineOf } from '../../../guides/dates/outline.ts'
import type { StoredSection } from '../../../storage/tables/guides.ts'
import { dayIn } from '../../../times.ts'
import { workingDaysOf } from '../../../working-calendar/calendar.ts'
import type { WorkingCalendar } from '../../../working-calendar/plain-calendar.ts'
import type { DatedPlan, DateFacts } from '../../dates/due-dates.ts'
import type { EnrollmentRow } from '../../store.ts'
import type { Planned } from '../rows.ts'
import type { Completions } from './completions.ts'

type DateRow = Pick<Planned, 'step_id' | 'due_on' | 'due_is_manual' | 'skipped_at' | 'skipped_by'>

/** What the dates of an enrollment are computed from, as it is stored. */
export interface KeptFacts {
  enrollment: Pick<EnrollmentRow, 'created_at' | 'started_at' | 'target_date'>
  sections: readonly StoredSection[]
  calendar: WorkingCalendar
  time_zone: string
  /** With the skipped steps. */
  completions: Completions
  rows: readonly DateRow[]
  /** By id of a section that opened later than the enrollment began: when. */
  opened: ReadonlyMap<string, string>
}

/** The plan of an enrollment, for the calculation of its dates. */
export function planOf(kept: KeptFacts): DatedPlan {
  const { enrollment, calendar, time_zone, completions, rows, sections, opened } = kept
  const { created_at, started_at, target_date } = enrollment
  const facts: DateFacts = {
    enrolled_on: dayIn(time_zone, created_at),
    started_on: started_at && dayIn(time_zone, started_at),
    target_date,
    done: new Map(completions.map(({ step_id, completed_at }) => [step_id, dayIn(time_zone, completed_at)])),
    opened: new Map([...opened].map(([id, time]) => [id, dayIn(time_zone, time)])),
    manual: new Map(rows.flatMap(({ step_id, due_on, due_is_manual }) => (due_is_manual ? [[step_id, due_on]] : []))),
  }
  return { outline: outlineOf(datedSections(sections)), calendar: workingDaysOf(calendar), facts }
}

/** Whether an enrollment has dates, or rules that will give some. */
export function isDated(
  sections: readonly StoredSection[],
  { target_date }: Pick<EnrollmentRow, 'target_date'>,
  rows: readonly Pick<DateRow, 'due_is_manual'>[],
): boolean {
  return target_date !== null || hasDueDates(sections) || rows.some(({ due_is_manual }) => due_is_manual)
}

/** The completed steps with the skipped ones: dates treat both alike. */
export function withSkipped(completions: Completions, rows: readonly DateRow[]): Completions {
  const done = new Set(completions.map(({ step_id }) => step_id))
  const skipped = rows.flatMap(({ step_id, skipped_at, skipped_by }) =>
    skipped_at === null || done.has(step_id) ? [] : [{ step_id, completed_at: skipped_at, completed_by: skipped_by }],
  )
  return [...completions, ...skipped]
}

/** Whether a section of a guide opens on a date. */
export function opensOnDate(sections: readonly StoredSection[]): boolean {
  return sections.some(({ opens }) => typeof opens === 'object')
}
