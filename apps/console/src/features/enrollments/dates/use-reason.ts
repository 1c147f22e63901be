import type { Item } from '../../../api/operations.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { daysBetween } from '../../../workspace/dates/spans.ts'
import { useToday } from '../../../workspace/dates/use-today.ts'

type Dated = Pick<Item<'listEnrollments'>, 'health_reason' | 'forecast_date' | 'target_date'>

/** Why enrollments are late or at risk, in a sentence; undefined for those that are neither. */
export function useReason(): (enrollment: Dated) => string | undefined {
  const { t, date } = useI18n()
  const today = useToday()
  return ({ health_reason: reason, forecast_date, target_date }) => {
    if (!reason) return undefined
    const step = reason.step_title ?? t('dates.a_step')
    switch (reason.code) {
      case 'step_late':
        return t('dates.reason.step_late', { step, count: daysBetween(reason.due_on ?? today, today) })
      case 'target_passed':
        return t('dates.reason.target_passed', { date: date(reason.target_date ?? today) })
      case 'stuck':
        return reason.step_id === null ? t('dates.reason.stuck') : t('dates.reason.stuck_at', { step })
      case 'forecast_after_target':
        return forecast_date && target_date
          ? t('dates.reason.forecast', { count: daysBetween(target_date, forecast_date) })
          : t('dates.reason.forecast_unknown')
      case 'due_soon':
        return t('dates.reason.due_soon', { step, date: date(reason.due_on ?? today) })
      case 'stalled':
        return t('dates.reason.stalled')
    }
  }
}
