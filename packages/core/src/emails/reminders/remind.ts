import type { Context } from '../../context.ts'
import { findEnrollment } from '../../enrollments/store.ts'
import type { Tx } from '../../storage/database.ts'
import { REMINDER_CAUSES, type ReminderCause } from '../../storage/tables/emails.ts'
import { enrolledOf } from '../letters/enrolled.ts'
import { remindContact } from '../letters/reminder.ts'
import { type Candidate, type RemindingGuide, remindingGuides, stepOver } from './overdue.ts'
import { endOfQuiet } from './quiet-hours.ts'
import { isDue, remindedLately } from './rules.ts'

/** Reminders of one transaction: others wait for no more than these. */
const BATCH = 50

/** Writes the reminders that are due in all workspaces where it is day, in small steps that block nobody. */
export async function remind(context: Context, now: string): Promise<void> {
  let last: RemindingGuide | undefined
  do {
    const after: RemindingGuide | undefined = last
    const guides = await context.store.read((reader) => remindingGuides(reader, after))
    for (const guide of guides)
      if (endOfQuiet(now, guide.time_zone) === undefined)
        for (const cause of REMINDER_CAUSES) await remindOf(context, guide, { cause, now })
    last = guides.at(-1)
  } while (last)
}

async function remindOf(
  context: Context,
  guide: RemindingGuide,
  { cause, now }: { cause: ReminderCause; now: string },
): Promise<void> {
  let after: Candidate | undefined
  do {
    const from: Candidate | undefined = after
    const { candidates, next } = await context.store.read((reader) =>
      stepOver(reader, guide, { cause, now, after: from }),
    )
    for (let at = 0; at < candidates.length; at += BATCH) {
      const batch = candidates.slice(at, at + BATCH)
      await context.store.write(async (tx) => {
        for (const candidate of batch) await remindOne(tx, context, { ...guide, cause, candidate })
      })
    }
    after = next
  } while (after)
}

interface Reminding {
  workspace_id: string
  cause: ReminderCause
  candidate: Candidate
}

/** Unless it changed meanwhile, or the contact had a reminder today: then it is found again tomorrow. */
async function remindOne(tx: Tx, context: Context, { workspace_id, cause, candidate }: Reminding): Promise<void> {
  const { id, contact_id, basis } = candidate
  const now = tx.time
  const enrollment = await findEnrollment(tx, workspace_id, id)
  if (!enrollment || !isDue(enrollment, cause, basis, now)) return
  if ((await remindedLately(tx, { workspace_id, contact_id, now })) !== undefined) return
  const enrolled = await enrolledOf(tx, context, enrollment)
  if (!enrolled || enrolled.contact.unsubscribed_at !== null) return
  const { reminders } = tx.tables
  const reminder = { contact_id, basis, reminded_at: now }
  await tx.db
    .insert(reminders)
    .values({ workspace_id, enrollment_id: id, cause, ...reminder })
    .onConflictDoUpdate({ target: [reminders.workspace_id, reminders.enrollment_id, reminders.cause], set: reminder })
  await remindContact(tx, context, enrolled, cause)
}
