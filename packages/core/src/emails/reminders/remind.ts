import { setImmediate as breathe } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { findEnrollment } from '../../enrollments/store.ts'
import { newId } from '../../ids.ts'
import type { Tx } from '../../storage/database.ts'
import { REMINDER_CAUSES, type ReminderCause } from '../contract.ts'
import { claimDayOf } from '../daily/day-of-contact.ts'
import { quietHoursEnd } from '../quiet-hours.ts'
import { enrolledOf } from '../templates/enrolled.ts'
import { remindContact } from '../templates/reminder.ts'
import { type Candidate, type RemindingGuide, remindingGuides, stepOver } from './overdue.ts'
import { isDue, noteReminder, remindedRecently, reminderOf } from './rules.ts'

/** Maximum number of reminders per transaction, to keep it short. */
const BATCH = 10
/** Maximum number of candidates per pass; the next pass finds the rest. */
const ROUND = 1000

interface ReminderRun {
  now: string
  left: number
}

/**
 * Creates the due reminders of all workspaces outside quiet hours, in short transactions.
 * @returns whether there may be more
 */
export async function remind(context: Context, now: string): Promise<boolean> {
  const round: ReminderRun = { now, left: ROUND }
  let last: RemindingGuide | undefined
  do {
    const after: RemindingGuide | undefined = last
    const guides = await context.store.read((reader) => remindingGuides(reader, after))
    for (const guide of guides)
      if (quietHoursEnd(now, guide.time_zone) === undefined)
        for (const cause of REMINDER_CAUSES) await remindOf(context, guide, cause, round)
    last = guides.at(-1)
  } while (last && round.left > 0)
  return round.left <= 0
}

async function remindOf(
  context: Context,
  guide: RemindingGuide,
  cause: ReminderCause,
  round: ReminderRun,
): Promise<void> {
  let after: Candidate | undefined
  do {
    if (round.left <= 0) return
    const from: Candidate | undefined = after
    const step = { cause, now: round.now, after: from }
    const { candidates, next } = await context.store.read((reader) => stepOver(reader, guide, step))
    for (let at = 0; at < candidates.length; at += BATCH) {
      const batch = candidates.slice(at, at + BATCH)
      round.left -= await context.store.write(async (tx) => {
        let written = 0
        for (const candidate of batch) if (await remindOne(tx, context, { ...guide, cause, candidate })) written++
        return written
      })
      await breathe()
    }
    after = next
    // On SQLite, reads do not yield to the event loop.
    await breathe()
  } while (after)
}

interface Reminding {
  workspace_id: string
  cause: ReminderCause
  candidate: Candidate
}

/**
 * @returns false if the enrollment changed meanwhile, the contact had a mail of the day, or nothing is left to the contact: then the
 * next day finds it again
 */
async function remindOne(tx: Tx, context: Context, { workspace_id, cause, candidate }: Reminding): Promise<boolean> {
  const { id, contact_id, basis } = candidate
  const now = tx.time
  // A process whose lease has expired may still be running.
  await tx.connection.dialect.lockRecord(tx.connection, contact_id)
  const enrollment = await findEnrollment(tx, workspace_id, id)
  if (!enrollment || !isDue(enrollment, cause, basis, now)) return false
  const before = await reminderOf(tx, { workspace_id, enrollment_id: id, cause })
  if (before?.basis === basis) return false
  if ((await remindedRecently(tx, { workspace_id, contact_id, now })) !== undefined) return false
  const enrolled = await enrolledOf(tx, context, enrollment)
  if (!enrolled || enrolled.contact.unsubscribed_at !== null || enrolled.waitsForTeam) return false
  const email_id = newId()
  if (!(await claimDayOf(tx, { workspace_id, contact_id }, { at: now, email_id }))) return false
  await noteReminder(tx, enrollment, cause)
  await remindContact(tx, context, enrolled, { id: email_id, cause })
  return true
}
