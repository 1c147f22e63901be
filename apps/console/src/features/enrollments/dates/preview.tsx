import { TriangleAlert } from 'lucide-react'
import type { Data } from '../../../api/operations.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { daysBetween } from '../../../workspace/dates/spans.ts'

/** What a date moves, and what becomes of the forecast, before it is saved. */
export function DatePreview({ preview }: { preview: Data<'previewTargetDate'> | undefined }) {
  const { t, date } = useI18n()
  if (!preview) return null
  const { steps, working_days, forecast_date, forecast_date_before, target_date } = preview
  const sentences = [
    steps.length > 0 && movedText(steps.length, working_days, t),
    forecast_date &&
      forecast_date !== forecast_date_before &&
      t('dates.forecast_becomes', { date: date(forecast_date) }),
    forecast_date &&
      target_date &&
      forecast_date > target_date &&
      t('dates.that_is_after', { count: daysBetween(target_date, forecast_date) }),
  ].filter((text) => typeof text === 'string')
  if (sentences.length === 0) return <p className="soft">{t('dates.moves_nothing')}</p>
  return (
    <p className="note warn">
      <TriangleAlert className="icon" aria-hidden /> <span>{sentences.join(' ')}</span>
    </p>
  )
}

function movedText(count: number, days: number | null, t: ReturnType<typeof useI18n>['t']): string {
  const moved = t('dates.moves', { count })
  if (days === null || days === 0) return `${moved}.`
  return `${moved} ${t(days > 0 ? 'dates.later_by' : 'dates.earlier_by', { count: Math.abs(days) })}.`
}
