import type { Words } from '../words/words.ts'

const GERMAN = new Intl.DateTimeFormat('de', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** A time as people read it. The reader's time zone cannot be known without a script, so it names its own. */
export function dayAndTime({ language }: Words, time: string): string {
  const written = language === 'de' ? GERMAN.format(new Date(time)) : `${time.slice(0, 10)}, ${time.slice(11, 16)}`
  return `${written} UTC`
}
