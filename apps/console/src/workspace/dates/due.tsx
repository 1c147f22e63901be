import { CircleAlert } from 'lucide-react'
import { useI18n } from '../../i18n/i18n.ts'
import { daysBetween } from './spans.ts'
import { useToday } from './use-today.ts'

/** When something open is due, as people say it: "Today", "by Thu 3 Dec", "2 days late". The date is in its title. */
export function Due({ on }: { on: string }) {
  const { t, date } = useI18n()
  const days = daysBetween(useToday(), on)
  const shown = date(on)
  if (days < 0)
    return (
      <span className="bad due" title={shown}>
        <CircleAlert className="icon" aria-hidden /> {t('dates.late', { count: -days })}
        <span className="unseen"> ({shown})</span>
      </span>
    )
  if (days > 1) return <span className="due">{t('dates.by', { date: shown })}</span>
  return (
    <b className="due" title={shown}>
      {t(days === 0 ? 'dates.today' : 'dates.tomorrow')}
    </b>
  )
}
