import type { Tx } from '../../storage/database.ts'
import { instantOf, wallClock } from '../../time-zones.ts'
import { DAY_MS, later } from '../../times.ts'
import { findWorkspace } from '../../workspaces/store.ts'

/** Quiet hours in the time zone of the workspace, without reminders. */
const QUIET_FROM = 19
export const QUIET_UNTIL = 8

/** The end of the quiet hours of a workspace if it is in them now. */
export async function quietUntil(tx: Tx, workspace_id: string): Promise<string | undefined> {
  const workspace = await findWorkspace(tx, workspace_id)
  return quietHoursEnd(tx.time, workspace?.time_zone ?? 'UTC')
}

/**
 * The end of the quiet hours that contain a time; undefined outside of them. Uses local time, so the day on which the
 * clocks change has its own length.
 */
export function quietHoursEnd(time: string, timeZone: string): string | undefined {
  const { hour } = wallClock(time, timeZone)
  if (hour >= QUIET_UNTIL && hour < QUIET_FROM) return undefined
  const morningOf = hour >= QUIET_FROM ? later(time, DAY_MS / 2) : time
  return morning(morningOf, timeZone)
}

/** The end of a day's quiet hours. @param time any time of that day before them */
function morning(time: string, timeZone: string): string {
  return instantOf({ ...wallClock(time, timeZone), hour: QUIET_UNTIL, minute: 0 }, timeZone)
}
