import { Flag, Play, Route } from 'lucide-react'
import type { Item } from '../../api/operations.ts'
import type { TimelineEntry } from '../../components/timeline.tsx'
import type { I18n } from '../../i18n/i18n.ts'

type Enrollment = Pick<Item<'listEnrollments'>, 'guide_title' | 'created_at' | 'started_at' | 'completed_at'>

/** The events of an enrollment for the activity. */
export function enrollmentEvents(enrollment: Enrollment, { t }: I18n): TimelineEntry[] {
  const { guide_title: guide, created_at: at, started_at, completed_at } = enrollment
  return [
    { at, icon: Route, text: t('timeline.enrolled_in', { guide }) },
    ...(started_at ? [{ at: started_at, icon: Play, text: t('timeline.started_guide', { guide }) }] : []),
    ...(completed_at
      ? [{ at: completed_at, icon: Flag, text: t('timeline.completed_guide', { guide }), good: true }]
      : []),
  ]
}
