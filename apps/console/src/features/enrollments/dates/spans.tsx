import { useI18n } from '../../../i18n/i18n.ts'
import { daysBetween } from '../../../workspace/dates/spans.ts'
import { useToday } from '../../../workspace/dates/use-today.ts'

/** How far a target is: "20 days left", "Today", "3 days ago". */
export function TargetSpan({ target }: { target: string }) {
  const { t } = useI18n()
  const days = daysBetween(useToday(), target)
  if (days === 0) return t('dates.today')
  return days > 0 ? t('dates.left', { count: days }) : t('dates.ago', { count: -days })
}

interface ForecastSpanProps {
  forecast: string
  target: string
  /** "2 days after", beside the target. */
  isShort?: boolean
}

/** How a forecast stands to the target: "2 days after the target". */
export function ForecastSpan({ forecast, target, isShort = false }: ForecastSpanProps) {
  const { t } = useI18n()
  const days = daysBetween(target, forecast)
  if (days === 0) return t(isShort ? 'dates.on_the_day' : 'dates.on_target')
  if (days < 0) return t(isShort ? 'dates.before' : 'dates.before_target', { count: -days })
  return <b className="warn">{t(isShort ? 'dates.after' : 'dates.after_target', { count: days })}</b>
}
