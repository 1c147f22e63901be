import type { GuideVisit } from '../visit.ts'

const DAY_MS = 86_400_000

/** Days of the calendar from today, in the time zone of the workspace, to a date: negative if it is past. */
export function daysUntil({ contact, link }: Pick<GuideVisit, 'contact' | 'link'>, date: string): number {
  const options = { timeZone: link.workspace.time_zone, year: 'numeric', month: 'numeric', day: 'numeric' } as const
  const parts = new Intl.DateTimeFormat('en', options).formatToParts(new Date(contact.context.now()))
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  const today = Date.UTC(part('year'), part('month') - 1, part('day'))
  return Math.round((Date.parse(`${date}T00:00:00Z`) - today) / DAY_MS)
}
