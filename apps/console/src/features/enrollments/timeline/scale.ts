/** The units that a timeline is divided into. */
export const SCALES = ['days', 'weeks', 'months'] as const
export type Scale = (typeof SCALES)[number]

const DAY_MS = 86_400_000
/** How many units fit into the page without scrolling. */
const MOST_SHOWN = 9
/** The most units that are marked one by one. */
const MOST_TICKS = 400

/** The number of a day since 1 January 1970. */
export function numberOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS
}

export function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** The finest scale whose units fit into the page for so many days. */
export function scaleFor(days: number): Scale {
  if (days <= MOST_SHOWN) return 'days'
  return days <= MOST_SHOWN * 7 ? 'weeks' : 'months'
}

/** The first days of the units within so many days; where they are very many, of each second or fourth one and so on. */
export function ticksOf(scale: Scale, first: number, length: number): number[] {
  const ticks: number[] = []
  for (let day = startOf(scale, first); day < first + length; day = nextOf(scale, day)) ticks.push(day)
  let step = 1
  while (ticks.length / step > MOST_TICKS) step *= 2
  return ticks.filter((_, index) => index % step === 0)
}

/** The first day of a unit from a day on. */
function startOf(scale: Scale, day: number): number {
  if (scale === 'days') return day
  // 5 January 1970 was a Monday.
  if (scale === 'weeks') return day + ((((4 - day) % 7) + 7) % 7)
  return dateOf(day).endsWith('-01') ? day : nextOf('months', day)
}

function nextOf(scale: Scale, day: number): number {
  if (scale === 'days') return day + 1
  if (scale === 'weeks') return day + 7
  const date = new Date(day * DAY_MS)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / DAY_MS
}
