import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import { existing } from '../../errors.ts'
import { RecordId, recordOf } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { Enrollment } from '../enrollment.ts'
import { recordEnrollmentEvent } from '../events/emit.ts'
import { recordedPerson } from '../participants/person.ts'
import { withUrlFor } from '../shown-link.ts'
import { findEnrollment, replaceToken } from '../store.ts'
import { deleteContactCalendar } from '../token/calendars.ts'
import { newToken } from '../token/token.ts'

export const renewEnrollmentLink = operation({
  name: 'renew_enrollment_link',
  summary: 'Give the contact of an enrollment a new link',
  description:
    'The previous link stops working at once, and so does the address of the calendar that was made with it. Participants keep theirs. A token sees the new one only with `enrollments:links`, or if it created the enrollment.',
  access: 'enrollments:write',
  does: ['replaces', 'ends'],
  audit: ['enrollment.link_renewed'],
  route: 'POST /enrollments/:id/new_link',
  status: 200,
  input: z.strictObject({ id: RecordId }),
  output: recordOf(Enrollment),
  run: (context, { id }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const before = existing(await findEnrollment(tx, workspace_id, id, 'change'))
      const after = { ...before, ...newToken(context.sealer), updated_at: tx.stamp }
      await replaceToken(tx, after)
      await deleteContactCalendar(tx, { workspace_id, enrollment_id: id, person: recordedPerson(null) })
      await recordEnrollmentEvent(tx, context, 'enrollment.updated', after, tx.stamp)
      await recordAudit(tx, context, { action: 'enrollment.link_renewed', subject_id: id })
      return { data: withUrlFor(context, after) }
    }),
})
