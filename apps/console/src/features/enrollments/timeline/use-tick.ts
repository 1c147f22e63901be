import { useI18n } from '../../../i18n/i18n.ts'
import type { Scale } from './scale.ts'

/** The words for the first day of a unit: `23 Nov`, of a month `Nov 2026`. */
export function useTick(scale: Scale): (date: string) => string {
  const { day, month } = useI18n()
  return (date) => (scale === 'months' ? month : day)(`${date}T12:00:00Z`, 'UTC')
}
