import { Icon } from '../layout/icons.tsx'
import type { GuideVisit } from '../visit.ts'
import { daysUntil } from './days.ts'

/** The target date with what is left, and where it goes at this pace if that is later. */
export function Target({ visit }: { visit: GuideVisit }) {
  const { i18n, view } = visit
  const { target, guide, status } = view
  if (!target || status === 'completed') return null
  const label = guide.target_label || i18n.t('target_word')
  const days = daysUntil(visit, target.date)
  const left =
    days === 0
      ? i18n.t('due_today')
      : days > 0
        ? i18n.t('days_left', { count: days })
        : i18n.t('days_ago', { count: -days })
  return (
    <section class="target" aria-label={label}>
      <Icon name="flag" />
      <div>
        <b>{i18n.t('target_on', { label, day: i18n.weekDay(target.date) })}</b>
        <span class="soft">
          {left}
          {target.forecast_date && `. ${i18n.t('at_this_pace', { day: i18n.weekDay(target.forecast_date) })}`}
        </span>
      </div>
    </section>
  )
}
