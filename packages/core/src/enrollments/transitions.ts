import { validationError } from '../errors.ts'
import { fieldError } from '../field-errors.ts'
import type { EventType } from '../webhooks/events/types.ts'
import type { EnrollmentStatus } from './contract.ts'

/** The allowed transitions of the status. Completed is final; an expired enrollment can be re-opened. */
const NEXT: Record<EnrollmentStatus, readonly EnrollmentStatus[]> = {
  invited: ['in_progress', 'completed', 'expired'],
  in_progress: ['completed', 'expired'],
  expired: ['in_progress'],
  completed: [],
}

/** Whether the enrollment is open: a contact has at most one open enrollment per guide. */
export function isOpen(status: EnrollmentStatus): boolean {
  return status === 'invited' || status === 'in_progress'
}

/** A status that an enrollment can change to; it starts as `invited` and never returns to it. */
export type EnteredStatus = Exclude<EnrollmentStatus, 'invited'>

/** The event of a change to a status. */
export function eventOf(status: EnteredStatus): EventType {
  return status === 'in_progress' ? 'enrollment.started' : `enrollment.${status}`
}

interface Stateful {
  status: EnrollmentStatus
  progress_percentage: number
  started_at: string | null
  completed_at: string | null
  expires_at: string | null
  link_requested_at: string | null
}

/**
 * The fields of an enrollment after it has entered a status at a time.
 * @throws AppError `validation_error` when that status cannot follow
 */
export function enter<T extends Stateful>(enrollment: T, status: EnteredStatus, at: string): T {
  const from = enrollment.status
  if (!NEXT[from].includes(status))
    throw validationError({ status: fieldError('transition', `cannot change from ${from} to ${status}`) })
  if (status === 'completed') return { ...enrollment, status, completed_at: at, progress_percentage: 100 }
  if (status === 'expired') return { ...enrollment, status }
  const past = enrollment.expires_at !== null && enrollment.expires_at <= at
  return {
    ...enrollment,
    status,
    started_at: enrollment.started_at ?? at,
    expires_at: past ? null : enrollment.expires_at,
    // Re-opening resolves the request.
    link_requested_at: null,
  }
}

/** @throws AppError: nothing goes back to `invited` */
export function requireEnterable(from: string, to: EnrollmentStatus): asserts to is EnteredStatus {
  if (to === 'invited')
    throw validationError({ status: fieldError('transition', `cannot change from ${from} to invited`) })
}
