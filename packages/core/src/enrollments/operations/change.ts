import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import { findContact } from '../../contacts/store.ts'
import type { Context } from '../../context.ts'
import type { EmailRow } from '../../emails/store.ts'
import { emailCompletion } from '../../emails/templates/assignee.ts'
import { AppError, existing, validationError } from '../../errors.ts'
import { type FieldError, type FieldErrors, fieldError } from '../../field-errors.ts'
import { RecordId, recordOf } from '../../fields/fields.ts'
import { findGuide } from '../../guides/store.ts'
import { operation } from '../../operation/operation.ts'
import { isRemainingMember, requireMember } from '../../people/members/assignee.ts'
import { isSame } from '../../records/changes.ts'
import { changedMetadata } from '../../records/metadata.ts'
import { writeUnique } from '../../records/unique.ts'
import type { Tx } from '../../storage/database.ts'
import { requireQuota } from '../../workspaces/plans.ts'
import { enroll, removeEnrollment } from '../enroll.ts'
import { Enrollment, EnrollmentChanges, EnrollmentFields, EnrollmentTag, NewEnrollment } from '../enrollment.ts'
import { recordEnrollmentEvent, withUrl } from '../events/emit.ts'
import { dateProblem, targetFields } from '../plan/dates/target.ts'
import { changeEnrollment } from '../plan/replan.ts'
import { withUrlFor } from '../shown-link.ts'
import { finishRest } from '../steps/finish-step.ts'
import * as store from '../store.ts'
import { enter, eventOf, requireEnterable } from '../transitions.ts'
import { getEnrollment } from './read.ts'

export const createEnrollment = operation({
  name: 'create_enrollment',
  summary: 'Enroll a contact in a published guide',
  description:
    'The contact follows the guide at the returned url. A contact has at most one open enrollment per guide.',
  reference:
    'The contact follows the guide at the `url` of the answer. A contact has at most one open enrollment in a guide.',
  access: 'enrollments:write',
  does: ['adds'],
  unaudited: 'event',
  optionally: { argument: 'send_invitation', does: ['sends'], scopes: ['messages:write'] },
  route: 'POST /enrollments',
  body: 'enrollment',
  status: 201,
  tool: {
    leavesOut: ['target_date'],
    guidance:
      'Find the ids with list_contacts and list_guides. Say "invited" only where invitation.status is waiting. Example: {"contact_id": "...", "guide_id": "..."}',
    remedies: {
      'guide_id.not_published': 'Choose a guide from list_guides.',
      'contact_id.already_enrolled':
        'Find the enrollment with list_enrollments and this contact_id and guide_id, and use that one.',
    },
  },
  input: EnrollmentFields,
  output: recordOf(NewEnrollment),
  etag: EnrollmentTag,
  run: (context, { contact_id, guide_id, expires_at, assignee_id, target_date, metadata = {}, send_invitation }) => {
    const { workspace_id, plan } = context.caller
    const taken = { contact_id: fieldError('already_enrolled') }
    return writeOpenEnrollment(context, taken, async (tx, opening) => {
      opening({ contact_id, guide_id })
      await requireQuota(tx, plan, workspace_id, 'enrollments')
      // A concurrent move of the contact to another organisation waits, and then moves this enrollment too. So does another
      // enrollment of it: only one is the latest.
      const contact = await findContact(tx, workspace_id, contact_id, 'change')
      const guide = await findGuide(tx, workspace_id, guide_id)
      const problems: Record<string, FieldError> = {}
      if (!contact) problems.contact_id = fieldError('does_not_exist')
      if (!guide) problems.guide_id = fieldError('does_not_exist')
      else if (guide.status !== 'published') problems.guide_id = fieldError('not_published')
      if (assignee_id && !(await isRemainingMember(tx, workspace_id, assignee_id)))
        problems.assignee_id = fieldError('does_not_exist')
      if (expires_at && expires_at <= tx.time) problems.expires_at = fieldError('not_in_future')
      const dated = { date: target_date ?? null, enrolled_at: tx.stamp }
      const targetProblem = await dateProblem(tx, workspace_id, dated)
      if (targetProblem) problems.target_date = targetProblem
      if (!contact || !guide?.published_version_id || Object.keys(problems).length > 0) throw validationError(problems)
      const chosen = { expires_at, assignee_id, target_date, metadata, send_invitation }
      const published = { ...guide, published_version_id: guide.published_version_id }
      const { enrollment, email } = await enroll(tx, context, { contact, guide: published }, chosen)
      return { data: { ...withUrl(context, enrollment), invitation: email ? invitationState(email) : null } }
    })
  },
})

export const updateEnrollment = operation({
  name: 'update_enrollment',
  summary: "Change an enrollment's status, expiry, assignee or metadata",
  description:
    'invited may become in_progress, completed or expired; in_progress completed or expired; expired in_progress (re-opened); completed, which marks the required steps as done, is final.',
  reference:
    'An enrollment that is `invited` can become `in_progress`, `completed` or `expired`; one `in_progress` can become `completed` or `expired`; an `expired` one can be opened again as `in_progress`. `completed`, which marks the required steps as done, is final.',
  access: 'enrollments:write',
  does: ['replaces', 'ends'],
  audit: ['enrollment.changed'],
  unaudited: 'event',
  isIdempotent: true,
  route: 'PATCH /enrollments/:id',
  body: 'enrollment',
  status: 200,
  tool: {
    leavesOut: ['target_date'],
    guidance: 'Find the id with list_enrollments. Example: {"id": "...", "status": "completed"}',
    remedies: {
      'status.transition': 'See it with get_enrollment: completed is final, and no status changes back to invited.',
    },
  },
  input: EnrollmentChanges.extend({ id: RecordId }),
  output: recordOf(Enrollment),
  etag: EnrollmentTag,
  current: getEnrollment,
  run: (context, { id, status, expires_at, assignee_id, target_date, ...given }) => {
    const { workspace_id } = context.caller
    const other = 'cannot change to in_progress: the contact has another open enrollment in this guide'
    const taken = { status: fieldError('already_enrolled', other) }
    return writeOpenEnrollment(context, taken, async (tx, opening) => {
      const at = tx.stamp
      const before = existing(await store.findEnrollment(tx, workspace_id, id, 'change'))
      opening(before)
      let after = { ...before, metadata: changedMetadata(before.metadata, given) }
      if (expires_at !== undefined && expires_at !== before.expires_at) {
        if (expires_at !== null && expires_at <= tx.time)
          throw validationError({ expires_at: fieldError('not_in_future') })
        after.expires_at = expires_at
      }
      if (assignee_id !== undefined && assignee_id !== before.assignee_id) {
        await requireMember(tx, workspace_id, { assignee_id })
        after.assignee_id = assignee_id
      }
      if (target_date !== undefined && target_date !== before.target_date) {
        const problem = await dateProblem(tx, workspace_id, { date: target_date, enrolled_at: before.created_at })
        if (problem) throw validationError({ target_date: problem })
        Object.assign(after, targetFields(target_date), { has_plan: before.has_plan || target_date !== null })
      }
      const detailsChanged = !isSame(before, after)
      const entered = status === before.status ? undefined : status
      if (entered !== undefined) {
        requireEnterable(before.status, entered)
        after = enter(after, entered, at)
      }
      if (!detailsChanged && entered === undefined) return { data: withUrlFor(context, before) }
      after.updated_at = at
      if (entered === 'completed') await finishRest(tx, context, after)
      after = await changeEnrollment(tx, before, after)
      if (detailsChanged) await recordEnrollmentEvent(tx, context, 'enrollment.updated', after, at)
      if (entered !== undefined) await recordEnrollmentEvent(tx, context, eventOf(entered), after, at)
      if (entered === 'completed') await emailCompletion(tx, context, after)
      const changed = auditedChange(before, after)
      if (changed) await recordAudit(tx, context, { action: 'enrollment.changed', subject_id: id, details: changed })
      return { data: withUrlFor(context, after) }
    })
  },
})

export const deleteEnrollment = operation({
  name: 'delete_enrollment',
  summary: 'Permanently delete an enrollment',
  description:
    'Answers, files and messages are deleted with it, and its links stop working. It cannot be restored; to close an enrollment, set its status to `expired`.',
  access: 'enrollments:write',
  does: ['deletes', 'ends'],
  audit: ['enrollment.deleted'],
  route: 'DELETE /enrollments/:id',
  status: 204,
  input: z.strictObject({ id: RecordId }),
  output: z.void(),
  current: getEnrollment,
  run: (context, { id }) =>
    context.store.write(async (tx) => {
      const enrollment = existing(await store.lockToDelete(tx, context.caller.workspace_id, id))
      await removeEnrollment(tx, context, enrollment)
      const details = { contact: enrollment.contact_id, guide: enrollment.guide_id }
      await recordAudit(tx, context, { action: 'enrollment.deleted', subject_id: id, details })
    }),
})

/** The fields of an enrollment whose changes are in the audit log. What programs keep in the metadata has an event alone. */
const AUDITED = ['status', 'expires_at', 'assignee_id', 'target_date'] as const

/** What the audit log has of a change; undefined if none of these fields differs. */
function auditedChange(before: store.EnrollmentRow, after: store.EnrollmentRow): Record<string, string> | undefined {
  const changed = AUDITED.filter((field) => before[field] !== after[field])
  if (changed.length === 0) return undefined
  return { changed: changed.join(' '), ...(changed.includes('status') && { status: after.status }) }
}

/** The state of the mail, with an explanation and the alternative if it is not sent. */
function invitationState({ id: email_id, status }: Pick<EmailRow, 'id' | 'status'>) {
  if (status === 'kept')
    return {
      email_id,
      status,
      explanation: 'Not sent: this instance has no mail server. Pass the url on to the contact in another way.',
    }
  const explanation = 'Queued for sending. If it cannot be delivered, email_problem of the enrollment gives the reason.'
  return { email_id, status: 'waiting' as const, explanation }
}

interface Of {
  contact_id: string
  guide_id: string
}

/**
 * Explains a rejection if the contact has another open enrollment in the guide, with its id; without one where the same
 * transaction has made it.
 * @param work calls `opening` before it writes
 */
async function writeOpenEnrollment<T>(
  { caller, store: { read, write } }: Context,
  taken: FieldErrors,
  work: (tx: Tx, opening: (of: Of) => void) => Promise<T>,
): Promise<T> {
  let of: Of | undefined
  const writing = (tx: Tx) =>
    work(tx, ({ contact_id, guide_id }) => {
      of = { contact_id, guide_id }
    })
  try {
    return await writeUnique({ write }, writing, ({ column }) =>
      column === 'enrollments.guide_id' ? taken : undefined,
    )
  } catch (error) {
    const asked = of
    if (!(error instanceof AppError) || error.refusal !== 'already_enrolled' || !asked) throw error
    const enrollment_id = await read((reader) => store.findOpenEnrollment(reader, caller.workspace_id, asked))
    throw validationError(error.fieldErrors ?? {}, { cause: error, enrollment_id })
  }
}
