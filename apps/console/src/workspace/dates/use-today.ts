import { useWorkspace } from '../workspace.ts'

/** Today in the time zone of the workspace, in which its dates are: `2026-11-25`. */
export function useToday(): string {
  return dayIn(useWorkspace().workspace.time_zone, new Date())
}

/** The day of a time in a time zone. */
export function dayIn(timeZone: string, time: Date): string {
  // The only locale whose dates are those of ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(time)
}
