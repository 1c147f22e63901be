import type { Context } from '../context.ts'
import { emailRefusedReply } from '../emails/templates/refused-reply.ts'
import { findEnrollment } from '../enrollments/store.ts'
import { findMember } from '../people/members/assignee.ts'
import type { Participant } from './store.ts'

/** Whoever has the address of somebody else causes one mail an hour. */
const TOLD = { seconds: 3600, limit: 1 }

/** Tells the owner of a reply address that a mail to it was refused. */
export async function tellRefusal(context: Context, participant: Participant): Promise<void> {
  const { workspace_id, enrollment_id, person, person_id } = participant
  const [allowance] = await context.rateLimiter.count(`refused replies ${enrollment_id} ${person_id}`, [TOLD])
  if (!allowance?.allowed) return
  await context.store.write(async (tx) => {
    const enrollment = await findEnrollment(tx, workspace_id, enrollment_id, 'change')
    const member = person === 'member' ? await findMember(tx, workspace_id, person_id) : undefined
    if (enrollment && (person === 'contact' || member)) await emailRefusedReply(tx, context, enrollment, member)
  })
}
