import type { Settings } from '../../settings.ts'
import { DAY_MS, HOUR_MS, later } from '../../times.ts'

/** How much longer events are stored than feeds begin with them: a feed that begins with the oldest has this long to get on. */
const GRACE_MS = HOUR_MS

type Retention = Pick<Settings, 'eventDays'>

/** When a feed begins that begins with the oldest event. */
export function feedsFrom({ eventDays }: Retention, now: string): string {
  return later(now, -eventDays * DAY_MS)
}

/** The oldest time of a cursor after which no event can be missing. */
export function firstCursorTime(retention: Retention, now: string): string {
  return later(feedsFrom(retention, now), -GRACE_MS)
}
