import type { I18n } from '../i18n/i18n.ts'

const GERMAN = new Intl.DateTimeFormat('de', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** A formatted time. The reader's time zone is unknown without a script, so the text includes the zone. */
export function dayAndTime({ language }: I18n, time: string): string {
  const written = language === 'de' ? GERMAN.format(new Date(time)) : `${time.slice(0, 10)}, ${time.slice(11, 16)}`
  return `${written} UTC`
}
