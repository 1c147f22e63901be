import { isDone } from '../guide.ts'
import { Icon } from '../layout/icons.tsx'
import { plannedOf } from '../people/people.ts'
import type { GuideVisit, Step } from '../visit.ts'
import { daysUntil } from './days.ts'

// Called rather than mounted, as the lines of an outline are.

/** The same before other words, which it stands apart from. */
export function dueBefore(visit: GuideVisit, step: Pick<Step, 'id'>) {
  const due = dueOf(visit, step)
  return due && <>{due} </>
}

/** The same on the page of the step, where the date of a late one is named too. */
export function dueAtStep(visit: GuideVisit, step: Pick<Step, 'id'>) {
  const { i18n, view } = visit
  const due_on = plannedOf(view, step)?.due_on
  if (!due_on || isDone(view, step) || daysUntil(visit, due_on) >= 0) return dueBefore(visit, step)
  return (
    <b class="due late">
      {Icon({ name: 'alert' })}{' '}
      <span>
        {i18n.t('late_since', {
          late: i18n.t('days_late', { count: -daysUntil(visit, due_on) }),
          day: i18n.weekDay(due_on),
        })}
      </span>
    </b>
  )
}

/** When an open step is due, as people say it: "today", "by Thu 3 December", "2 days late"; undefined without a date. */
export function dueOf(visit: GuideVisit, step: Pick<Step, 'id'>) {
  const { i18n, view } = visit
  const due_on = plannedOf(view, step)?.due_on
  if (!due_on || isDone(view, step)) return undefined
  const days = daysUntil(visit, due_on)
  if (days < 0)
    return (
      <b class="due late">
        {Icon({ name: 'alert' })} {i18n.t('days_late', { count: -days })}
      </b>
    )
  if (days === 0) return <b class="due">{i18n.t('due_today')}</b>
  return (
    <span class="due">{days === 1 ? i18n.t('due_tomorrow') : i18n.t('by_day', { day: i18n.weekDay(due_on) })}</span>
  )
}
