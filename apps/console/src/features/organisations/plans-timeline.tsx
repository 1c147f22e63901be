import type { Rows } from '../../api/list/use-list.ts'
import type { Item } from '../../api/operations.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { dayIn, useToday } from '../../workspace/dates/use-today.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import type { TimelineRow } from '../enrollments/timeline/row.ts'
import { TimelineView } from '../enrollments/timeline/timeline-view.tsx'

type Enrollment = Item<'listEnrollments'>

/** The plans of an organisation on one timeline, each from its start to its target; nothing without dates. */
export function PlansTimeline({ list }: { list: Rows<Enrollment> }) {
  const { t } = useI18n()
  const today = useToday()
  const { time_zone } = useWorkspace().workspace
  const rows = list
    .known()
    .filter(({ health, target_date }) => health !== 'none' || target_date !== null)
    .map((enrollment) => rowOf(enrollment, (time) => dayIn(time_zone, new Date(time))))
    .toSorted((a, b) => ((a.starts_on ?? '') < (b.starts_on ?? '') ? -1 : 1))
  if (rows.length === 0) return null
  return (
    <section className="card" aria-label={t('plan_timeline.title')}>
      <TimelineView rows={rows} dates={{ today, target: null, forecast: null }} what={t('enrollments.guide')} />
    </section>
  )
}

function rowOf(enrollment: Enrollment, dayOf: (time: string) => string): TimelineRow {
  const { id, guide_title, contact_name, status, created_at, target_date, forecast_date, completed_at } = enrollment
  const isOpen = status === 'invited' || status === 'in_progress'
  return {
    id,
    title: guide_title,
    note: contact_name,
    state: status === 'completed' ? 'done' : 'open',
    isOurs: false,
    starts_on: dayOf(created_at),
    due_on: target_date,
    expected_on: isOpen ? forecast_date : null,
    done_on: completed_at && dayOf(completed_at),
  }
}
