import type { OutputOf, operations } from '@handrail/core'

export type Insights = OutputOf<typeof operations.getGuideInsights>
export type Figures = Insights['data']['period']
export type Guide = Pick<OutputOf<typeof operations.listGuides>['data'][number], 'id' | 'title'>

export const PERIODS = [30, 90, 180, 365] as const
const DAY_MS = 86_400_000

/** The length of a period, if it is one of those that can be chosen and ends about now. */
export function daysOf({ from, until }: Figures): number | undefined {
  const days = Math.round((Date.parse(until) - Date.parse(from)) / DAY_MS)
  const isNow = Date.now() - Date.parse(until) < DAY_MS
  return isNow && PERIODS.some((each) => each === days) ? days : undefined
}

/** The beginning of a period that ends now. */
export function beginningOf(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString()
}
