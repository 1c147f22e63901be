import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { AppError, validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import type { Tx } from '../../storage/database.ts'
import { DAY_MS, later } from '../../times.ts'
import type { EnrollmentRow } from '../store.ts'
import { participantIn, recordedCaller } from './person.ts'

/** How many colleagues a person can invite within a day. */
const A_DAY = 5
/** How many invitations by contacts an enrollment has, also of those who were removed. */
const AN_ENROLLMENT = 20
/** Attempts of a person, also those that are refused, so that nobody tries many addresses. */
const ATTEMPTS = { seconds: 3600, limit: 20 }
/** Attempts of all persons of an enrollment. */
const ATTEMPTS_OF_ALL = { seconds: 3600, limit: 60 }

/** Counts an attempt to invite a colleague. @throws AppError `rate_limited` */
export async function countInvitation({ caller, rateLimiter }: Context): Promise<void> {
  const { id, participant_id = id } = caller
  for (const [subject, limit] of [
    [`invitations ${participant_id}`, ATTEMPTS],
    [`invitations of all ${id}`, ATTEMPTS_OF_ALL],
  ] as const) {
    const [allowance] = await rateLimiter.count(subject, [limit])
    if (!allowance || allowance.allowed) continue
    throw new AppError('rate_limited', 'You have tried to invite many colleagues. Wait before you try again', {
      reason: 'too_many_attempts',
      retryAfter: allowance.resetsIn,
    })
  }
}

/** @throws AppError `rate_limited` after five invitations of the caller within a day, `validation_error` after twenty of the enrollment */
export async function requireInvitations(
  tx: Tx,
  { caller }: Context,
  { workspace_id, id: enrollment_id }: EnrollmentRow,
): Promise<void> {
  const { participants: t } = tx.tables
  const rows = await tx.db
    .select({ invited_by: t.invited_by, created_at: t.created_at })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.enrollment_id, enrollment_id)))
  const byContacts = rows.filter(({ invited_by }) => invited_by === 'contact' || participantIn(invited_by) !== null)
  if (byContacts.length >= AN_ENROLLMENT)
    throw validationError({ base: fieldError('too_large', `At most ${AN_ENROLLMENT} colleagues can be invited`) })
  const since = later(tx.stamp, -DAY_MS)
  const own = byContacts
    .filter(({ invited_by, created_at }) => invited_by === recordedCaller(caller) && created_at > since)
    .map(({ created_at }) => created_at)
  if (own.length < A_DAY) return
  const next = Date.parse(own.toSorted().at(-A_DAY) ?? tx.stamp) + DAY_MS - Date.parse(tx.stamp)
  throw new AppError('rate_limited', `You can invite ${A_DAY} colleagues a day`, { retryAfter: Math.ceil(next / 1000) })
}
