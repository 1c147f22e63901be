import { type FieldError, fieldError } from '../../../field-errors.ts'
import { findVersion } from '../../../guides/store.ts'
import type { Reader } from '../../../storage/database.ts'
import { NO_TARGET } from '../../../storage/tables/enrollments.ts'
import { dayIn } from '../../../times.ts'
import { workingDaysOf } from '../../../working-calendar/calendar.ts'
import { plainCalendarOf } from '../../../working-calendar/store.ts'
import { addWorkingDays } from '../../../working-calendar/working-days.ts'
import { findWorkspace } from '../../../workspaces/store.ts'

/** A target as it is stored. */
export function targetFields(target_date: string | null) {
  return { target_date, target_order: target_date ?? NO_TARGET }
}

/** The target of a new enrollment by the setting of its guide: so many working days after today; null without the setting. */
export async function defaultTarget(
  reader: Reader,
  { workspace_id, published_version_id }: { workspace_id: string; published_version_id: string },
  now: string,
): Promise<string | null> {
  const version = await findVersion(reader, workspace_id, published_version_id)
  if (!version || version.target_after_days === null) return null
  const calendar = workingDaysOf(await plainCalendarOf(reader, workspace_id))
  return addWorkingDays(calendar, await dayOf(reader, workspace_id, now), version.target_after_days)
}

/**
 * The problem of a date that a member gives an enrollment or a step: it is before the enrollment began. Later dates are accepted also
 * where they have passed, because that is what a team records of a plan that is late; an earlier one is a slip of the year or the month.
 * @param enrolled_at when the enrollment was created
 */
export async function dateProblem(
  reader: Reader,
  workspace_id: string,
  { date, enrolled_at }: { date: string | null; enrolled_at: string },
): Promise<FieldError | undefined> {
  if (date === null) return undefined
  const first = await dayOf(reader, workspace_id, enrolled_at)
  if (date >= first) return undefined
  return fieldError('too_small', `is before ${first}, the day on which the contact was enrolled`)
}

async function dayOf(reader: Reader, workspace_id: string, time: string): Promise<string> {
  const workspace = await findWorkspace(reader, workspace_id)
  return dayIn(workspace?.time_zone ?? 'UTC', time)
}
