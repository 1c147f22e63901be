import { DEFAULT_CALENDAR, type PlannedDates, plannedDates } from '@handrail/core/contract'
import { useMemo } from 'react'
import { useOperation } from '../../../../api/use-operation.ts'
import { useCan, useWorkspace } from '../../../../workspace/workspace.ts'
import type { Draft } from '../../draft/draft.ts'

/** The dates of somebody who is enrolled in a draft today. */
export function usePlannedDates({ sections, target_after_days }: Draft): PlannedDates {
  const { time_zone } = useWorkspace().workspace
  const calendar = useCalendar()
  const today = dayIn(time_zone)
  return useMemo(
    () => plannedDates(sections, calendar, today, target_after_days),
    [sections, calendar, today, target_after_days],
  )
}

/** The working days and holidays of the workspace; Monday to Friday until they are known. */
function useCalendar() {
  const known = useOperation('getWorkingCalendar', {}, { enabled: useCan('enrollments:read') }).data?.data
  return useMemo(
    () => (known ? { ...known, holidays: known.holidays.map(({ date }) => date) } : DEFAULT_CALENDAR),
    [known],
  )
}

/** Today in a time zone, as in `2026-11-20`. */
function dayIn(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    .formatToParts(new Date())
    .map(({ type, value }) => [type, value] as const)
  const { year, month, day } = Object.fromEntries(parts)
  return `${year}-${month}-${day}`
}
