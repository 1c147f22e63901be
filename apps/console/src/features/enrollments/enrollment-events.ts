import { Flag, Play, Route } from 'lucide-react'
import type { Item } from '../../api/operations.ts'
import type { Happened } from '../../components/timeline.tsx'
import type { Words } from '../../i18n/i18n.ts'

type Enrollment = Pick<Item<'listEnrollments'>, 'guide_title' | 'created_at' | 'started_at' | 'completed_at'>

/** What became of an enrollment until now. */
export function happenedIn(enrollment: Enrollment, { say }: Words): Happened[] {
  const { guide_title: guide, created_at: at, started_at, completed_at } = enrollment
  return [
    { at, icon: Route, text: say('timeline.enrolled_in', { guide }) },
    ...(started_at ? [{ at: started_at, icon: Play, text: say('timeline.started_guide', { guide }) }] : []),
    ...(completed_at
      ? [{ at: completed_at, icon: Flag, text: say('timeline.completed_guide', { guide }), good: true }]
      : []),
  ]
}
