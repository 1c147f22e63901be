import type { Data } from '../../../api/operations.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { QueryPending } from '../../../components/query-view.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { rowOfParts, type TimelineRow } from './row.ts'
import { TimelineView } from './timeline-view.tsx'

type Steps = Data<'getEnrollmentSteps'>
type Days = Data<'getEnrollmentTimeline'>['steps'][number]

/** The timeline of an enrollment, by section and step. */
export function PlanTimeline({ id }: { id: string }) {
  const { t } = useI18n()
  const steps = useOperation('getEnrollmentSteps', { id })
  const days = useOperation('getEnrollmentTimeline', { id })
  if (!steps.data || !days.data) return <QueryPending queries={[steps, days]} />
  const { today, target_date, forecast_date } = days.data.data
  const rows = sectionsOf(steps.data.data, days.data.data.steps, (done, of) => t('enrollment.of', { done, of }), {
    ours: t('plan_timeline.ours'),
    anyone: t('plan_timeline.theirs'),
  })
  return (
    <TimelineView
      rows={rows}
      dates={{ today, target: target_date, forecast: forecast_date }}
      what={t('plan_timeline.what')}
      hint={t('plan_timeline.hint')}
    />
  )
}

/** A row for each section, with its steps. */
function sectionsOf(
  { sections, steps, roles }: Steps,
  days: readonly Days[],
  countOf: (done: number, of: number) => string,
  words: { ours: string; anyone: string },
): TimelineRow[] {
  const daysOf = new Map(days.map((one) => [one.id, one]))
  const roleOf = new Map(roles.map(({ id, name }) => [id, name]))
  return sections.map(({ id, title, waits_for }) => {
    const parts = steps
      .filter(({ section_id }) => section_id === id)
      .map((step): TimelineRow => {
        const { starts_on = null, due_on = null, expected_on = null, done_on = null } = daysOf.get(step.id) ?? {}
        const isOurs = step.responsible === 'team'
        const theirs = roleOf.get(step.responsible) ?? words.anyone
        const note = isOurs ? [words.ours, step.assignee_name].filter(Boolean).join(', ') : theirs
        return {
          id: step.id,
          title: step.title,
          note,
          state: step.state,
          isOurs,
          starts_on,
          due_on,
          expected_on,
          done_on,
        }
      })
    const done = parts.filter(({ done_on }) => done_on !== null).length
    const state = waits_for === null ? 'open' : 'closed'
    return rowOfParts({ id, title, note: countOf(done, parts.length), state }, parts)
  })
}
