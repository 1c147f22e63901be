import type { Contact } from '../contacts/contact.ts'
import { contactSortName } from '../contacts/store.ts'
import type { Context } from '../context.ts'
import type { EmailRow } from '../emails/store.ts'
import { invite } from '../emails/templates/invitation.ts'
import { newId } from '../ids.ts'
import type { Tx } from '../storage/database.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { DAY_MS, later } from '../times.ts'
import { defaultAssignee } from './assignee/assignee.ts'
import { recordEnrollmentEvent } from './events/emit.ts'
import { recordedCaller } from './participants/person.ts'
import { defaultTarget, targetFields } from './plan/dates/target.ts'
import { planFirst } from './plan/replan.ts'
import * as store from './store.ts'
import { insertCancelledLink } from './token/cancelled-links.ts'
import { newToken } from './token/token.ts'

type Guide = Tables['guides']['$inferSelect']

export interface Enrolling {
  /** Locked and not deleted. */
  contact: Pick<Contact, 'id' | 'organisation_id' | 'first_name' | 'last_name'>
  guide: Guide & { published_version_id: string }
}

interface EnrollmentOptions {
  /** Defaults to the setting of the guide; null: never. */
  expires_at?: string | null | undefined
  /** Defaults to the assignee of the guide, or the caller. */
  assignee_id?: string | null | undefined
  /** Defaults to the setting of the guide; null: none. */
  target_date?: string | null | undefined
  metadata?: Record<string, unknown>
  send_invitation?: boolean | undefined
}

interface Enrolled {
  enrollment: store.EnrollmentRow
  /** The invitation, if requested. */
  email: EmailRow | undefined
}

/**
 * Enrolls a contact in a published guide, with its event.
 * @throws UniqueViolation of `enrollments.guide_id` when the contact has a live enrollment in the guide
 */
export async function enroll(
  tx: Tx,
  context: Context,
  { contact, guide }: Enrolling,
  { expires_at, assignee_id, target_date, metadata = {}, send_invitation = false }: EnrollmentOptions,
): Promise<Enrolled> {
  const at = tx.stamp
  const byGuide = guide.expires_after_days === null ? null : later(tx.time, guide.expires_after_days * DAY_MS)
  const byDefault = guide.has_plan && target_date === undefined
  const target = byDefault ? await defaultTarget(tx, guide, at) : (target_date ?? null)
  const inserted = await store.insertEnrollment(tx, {
    workspace_id: guide.workspace_id,
    id: newId(),
    contact_id: contact.id,
    contact_sort_name: contactSortName(contact),
    guide_id: guide.id,
    guide_version_id: guide.published_version_id,
    organisation_id: contact.organisation_id,
    assignee_id: assignee_id === undefined ? await defaultAssignee(tx, context, guide) : assignee_id,
    created_by: recordedCaller(context.caller),
    status: 'invited',
    progress_percentage: 0,
    ...newToken(context.sealer),
    started_at: null,
    completed_at: null,
    expires_at: expires_at === undefined ? byGuide : expires_at,
    last_activity_at: null,
    link_requested_at: null,
    viewed_at: null,
    ces_score: null,
    ces_comment: null,
    participants_count: 0,
    has_plan: guide.has_plan || target !== null,
    ...targetFields(target),
    health: 'none',
    health_reason: null,
    health_turns_at: null,
    metadata,
    created_at: at,
    updated_at: at,
  })
  const { enrollment, tell } = await planFirst(tx, inserted)
  await recordEnrollmentEvent(tx, context, 'enrollment.created', enrollment, at)
  await tell()
  const email = send_invitation ? await invite(tx, context, enrollment) : undefined
  return { enrollment, email }
}

/** Permanently deletes an enrollment that `lockToDelete` has found; its link then shows only the workspace to contact. */
export async function removeEnrollment(tx: Tx, context: Context, enrollment: store.EnrollmentRow): Promise<void> {
  await recordEnrollmentEvent(tx, context, 'enrollment.deleted', enrollment, tx.stamp)
  await insertCancelledLink(tx, enrollment)
  await store.deleteEnrollmentRow(tx, enrollment)
}
