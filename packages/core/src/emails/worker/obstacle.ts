import { findContact } from '../../contacts/store.ts'
import { findEnrollment } from '../../enrollments/store.ts'
import type { Tx } from '../../storage/database.ts'
import { findWorkspace } from '../../workspaces/store.ts'
import { endOfQuiet } from '../reminders/quiet-hours.ts'
import { isDue, reminderOf, sentLately } from '../reminders/rules.ts'
import type { EmailRow } from '../store.ts'

/** Why a mail that is due is not sent: for good, or until a time. */
type Obstacle = { why: string; until?: undefined } | { until: string }

/** What has come between a mail and its sending since it was written. */
export async function obstacleTo(tx: Tx, email: EmailRow): Promise<Obstacle | undefined> {
  const { workspace_id, contact_id, send_before } = email
  if (send_before !== null && send_before <= tx.time) return { why: 'It came too late to be of use' }
  if (contact_id === null) return undefined
  const contact = await findContact(tx, workspace_id, contact_id)
  if (!contact) return { why: 'The contact was deleted' }
  if (email.cause === null) return undefined
  if (contact.unsubscribed_at !== null) return { why: 'The contact asked for no more reminders' }
  return obstacleToReminder(tx, email, contact_id)
}

/** The reason is gone, it is night, or the contact had one today. */
async function obstacleToReminder(tx: Tx, email: EmailRow, contact_id: string): Promise<Obstacle | undefined> {
  const { workspace_id, enrollment_id, cause } = email
  const enrollment = await findEnrollment(tx, workspace_id, enrollment_id ?? '')
  const reminder = await reminderOf(tx, { workspace_id, enrollment_id: enrollment_id ?? '', cause: cause ?? 'stalled' })
  if (!enrollment || !reminder || !isDue(enrollment, reminder.cause, reminder.basis, tx.time))
    return { why: 'There is nothing to remind of any more' }
  const free = await sentLately(tx, { workspace_id, contact_id, except: email.id })
  if (free !== undefined) return { until: free }
  const workspace = await findWorkspace(tx, workspace_id)
  const morning = endOfQuiet(tx.time, workspace?.time_zone ?? 'UTC')
  return morning === undefined ? undefined : { until: morning }
}
