import { and, eq, gt, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { EnrollmentRow } from '../../enrollments/store.ts'
import { isOpen } from '../../enrollments/transitions.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { DAY_MS, later, MINUTE_MS } from '../../times.ts'
import type { ReminderCause } from '../contract.ts'

/** Minimum time between two reminders of a contact, over all guides. */
const MIN_INTERVAL_MS = DAY_MS
const UNDER_WAY_MS = 5 * MINUTE_MS

type Reminded = Pick<EnrollmentRow, 'status' | 'created_at' | 'last_activity_at' | 'expires_at'>

/** The time that a reminder is based on: one reminder is sent per value. Null if the cause does not apply. */
function basisOf(enrollment: Reminded, cause: ReminderCause): string | null {
  const { status, created_at, last_activity_at, expires_at } = enrollment
  if (cause === 'not_started') return status === 'invited' ? created_at : null
  if (cause === 'stalled') return status === 'in_progress' ? last_activity_at : null
  return isOpen(status) ? expires_at : null
}

/** Whether the cause of a reminder still applies. */
export function isDue(enrollment: Reminded, cause: ReminderCause, basis: string, now: string): boolean {
  const { expires_at } = enrollment
  return basisOf(enrollment, cause) === basis && (expires_at === null || expires_at > now)
}

interface ReminderKey {
  workspace_id: string
  enrollment_id: string
  cause: ReminderCause
}

/** The last reminder of an enrollment for a cause. */
export async function reminderOf(
  { db, tables: { reminders } }: Reader,
  { workspace_id, enrollment_id, cause }: ReminderKey,
) {
  const [reminder] = await db
    .select()
    .from(reminders)
    .where(
      and(
        eq(reminders.workspace_id, workspace_id),
        eq(reminders.enrollment_id, enrollment_id),
        eq(reminders.cause, cause),
      ),
    )
  return reminder
}

/** Records a reminder and the time that it is based on, which prevents a second one. */
export async function noteReminder(tx: Tx, enrollment: EnrollmentRow, cause: ReminderCause): Promise<void> {
  const { reminders } = tx.tables
  const { workspace_id, id: enrollment_id, contact_id } = enrollment
  const reminder = { contact_id, basis: basisOf(enrollment, cause) ?? tx.time, reminded_at: tx.time }
  await tx.db
    .insert(reminders)
    .values({ workspace_id, enrollment_id, cause, ...reminder })
    .onConflictDoUpdate({ target: [reminders.workspace_id, reminders.enrollment_id, reminders.cause], set: reminder })
}

/** The end of the interval after the last reminder of a contact, also as a participant; undefined if there was none recently. */
export async function remindedRecently(
  { db, tables: { reminders, participants } }: Reader,
  { workspace_id, contact_id, now }: { workspace_id: string; contact_id: string; now: string },
): Promise<string | undefined> {
  const since = later(now, -MIN_INTERVAL_MS)
  const times = await db
    .select({ at: reminders.reminded_at })
    .from(reminders)
    .where(
      and(
        eq(reminders.workspace_id, workspace_id),
        eq(reminders.contact_id, contact_id),
        gt(reminders.reminded_at, since),
      ),
    )
    .unionAll(
      db
        // Not null, by the condition.
        .select({ at: sql<string>`${participants.reminded_at}` })
        .from(participants)
        .where(
          and(
            eq(participants.workspace_id, workspace_id),
            eq(participants.contact_id, contact_id),
            gt(participants.reminded_at, since),
          ),
        ),
    )
  const at = times
    .map((one) => one.at)
    .toSorted()
    .at(-1)
  return at && later(at, MIN_INTERVAL_MS)
}

/** The same for reminders that were sent: after an outage, reminders written on two days are due at once. */
export async function sentRecently(
  { db, tables: { emails }, time }: Reader & { time: string },
  { workspace_id, contact_id, except }: { workspace_id: string; contact_id: string; except: string },
): Promise<string | undefined> {
  const others = await db
    .select({ sent_at: emails.sent_at })
    .from(emails)
    .where(
      and(
        eq(emails.workspace_id, workspace_id),
        eq(emails.contact_id, contact_id),
        eq(emails.kind, 'reminder'),
        ne(emails.id, except),
        or(isNotNull(emails.lease_until), gt(emails.sent_at, later(time, -MIN_INTERVAL_MS))),
      ),
    )
  const times = others.map(({ sent_at }) => sent_at).filter((sent_at) => sent_at !== null)
  const last = times.toSorted().at(-1)
  if (last !== undefined) return later(last, MIN_INTERVAL_MS)
  // An attempt is under way and may fail.
  return others.length > 0 ? later(time, UNDER_WAY_MS) : undefined
}
