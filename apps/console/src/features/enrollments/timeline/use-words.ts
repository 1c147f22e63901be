import { useI18n } from '../../../i18n/i18n.ts'
import { daysBetween } from '../../../workspace/dates/spans.ts'
import { isLate, type TimelineRow } from './row.ts'

/** How a row stands, in words beside its bars and in the table. */
export interface Words {
  text: string
  look: 'soft' | 'bad' | 'warn'
}

export function useWords(today: string): (row: TimelineRow) => Words {
  const { t, date } = useI18n()
  return (row) => {
    const { state, due_on, expected_on, done_on } = row
    if (state === 'skipped') return { text: t('plan.skipped'), look: 'soft' }
    if (done_on !== null) return { text: t('plan_timeline.done_on', { date: date(done_on) }), look: 'soft' }
    if (state === 'submitted') return { text: t('plan_timeline.to_review'), look: 'soft' }
    if (isLate(row, today))
      return { text: t('dates.late', { count: daysBetween(due_on ?? today, today) }), look: 'bad' }
    if (expected_on !== null && (due_on === null || expected_on > due_on))
      return { text: t('plan_timeline.forecast', { date: date(expected_on) }), look: 'warn' }
    if (due_on === null) return { text: t('plan_timeline.no_date'), look: 'soft' }
    return { text: due_on === today ? t('dates.today') : date(due_on), look: 'soft' }
  }
}
