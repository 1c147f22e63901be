import { z } from 'zod'
import { emailLinkRequest } from '../../emails/templates/assignee.ts'
import { recordEnrollmentEvent } from '../../enrollments/events/emit.ts'
import { expireIfOverdue } from '../../enrollments/expire.ts'
import { notifyInbox } from '../../enrollments/inbox/notify.ts'
import { changeEnrollment } from '../../enrollments/plan/replan.ts'
import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { recordOf, Timestamp } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { lockVisit } from '../../player/visit.ts'

export const requestNewLink = operation({
  name: 'request_new_link',
  summary: 'Request a new link for an expired enrollment',
  description: 'Repeated requests change nothing. The request is resolved when the enrollment is re-opened.',
  access: 'enrollment:follow',
  unaudited: 'activity',
  status: 200,
  input: z.strictObject({}),
  output: recordOf(z.object({ link_requested_at: Timestamp })),
  run: (context) =>
    context.store.write(async (tx) => {
      const { workspace_id, id } = context.caller
      // Until the upkeep has run, an overdue link is expired here.
      await expireIfOverdue(tx, context, workspace_id, id)
      const { enrollment, contact } = await lockVisit(tx, context)
      const { status, link_requested_at } = enrollment
      if (status !== 'expired')
        throw validationError({ status: fieldError('wrong_state', 'is not expired: the link still works') })
      if (link_requested_at !== null) return { data: { link_requested_at } }
      const changes = { link_requested_at: tx.stamp, updated_at: tx.stamp }
      const asked = await changeEnrollment(tx, enrollment, { ...enrollment, ...changes })
      await recordEnrollmentEvent(tx, context, 'link.requested', asked, tx.stamp)
      await emailLinkRequest(tx, context, asked)
      const actor_name = `${contact.first_name} ${contact.last_name}`.trim()
      await notifyInbox(tx, context, asked, { kind: 'link_request', actor_name })
      return { data: { link_requested_at: tx.stamp } }
    }),
})
