import type { I18n } from '../../i18n/i18n.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A duration in seconds as text: in minutes below two hours, in hours below two days, then in days. */
export function durationText(seconds: number, { t, number }: Pick<I18n, 't' | 'number'>): string {
  if (seconds < 2 * HOUR) return t('analytics.minutes', { number: number(Math.max(1, Math.round(seconds / MINUTE))) })
  if (seconds < 2 * DAY) return t('analytics.hours', { number: number(Math.round(seconds / HOUR)) })
  return t('analytics.days', { number: number(Math.round(seconds / DAY)) })
}
