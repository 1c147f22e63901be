import type { StoredSection } from '../../../storage/tables/guides.ts'
import type { HealthReason, ShownReason } from '../../dates/health-reason.ts'

/** A reason as it is stored and answered. Its sentence has dates, not numbers of days: these change without anything having happened. */
export function shownReason(reason: HealthReason | null, sections: readonly StoredSection[]): ShownReason | null {
  if (reason === null) return null
  const nothing = { step_id: null, due_on: null, target_date: null, participant_id: null }
  const step = 'step_id' in reason ? stepOf(reason.step_id, sections) : undefined
  return { ...nothing, ...reason, step_title: step?.title ?? null, message: sentenceOf(reason, sections) }
}

function stepOf(id: string | null, sections: readonly StoredSection[]) {
  return sections.flatMap(({ steps }) => steps).find((step) => step.id === id)
}

function sentenceOf(reason: HealthReason, sections: readonly StoredSection[]): string {
  const titleOf = (id: string) => `"${stepOf(id, sections)?.title ?? 'A step'}"`
  switch (reason.code) {
    case 'step_late':
      return `${titleOf(reason.step_id)} was due on ${written(reason.due_on)}.`
    case 'target_passed':
      return `The target was ${written(reason.target_date)}.`
    case 'stuck':
      return reason.step_id === null ? 'The customer is stuck.' : `The customer is stuck at ${titleOf(reason.step_id)}.`
    case 'forecast_after_target':
      return `At this pace, it ends after the target, ${written(reason.target_date)}.`
    case 'due_soon':
      return `${titleOf(reason.step_id)} is due on ${written(reason.due_on)}, and its person has not been active since it opened.`
    case 'stalled':
      return 'The customer has not been active for as many days as the guide allows.'
  }
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** `23 November 2026`. */
function written(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${day} ${MONTHS[Number(month) - 1]} ${year}`
}
