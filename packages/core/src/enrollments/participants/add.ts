import type { Contact } from '../../contacts/contact.ts'
import { findContact } from '../../contacts/store.ts'
import type { Context } from '../../context.ts'
import { validationError } from '../../errors.ts'
import { type FieldError, fieldError } from '../../field-errors.ts'
import { findVersion } from '../../guides/store.ts'
import { newId } from '../../ids.ts'
import { isMember } from '../../people/members/store.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { noteUsesPlans } from '../../workspaces/store.ts'
import { changeEnrollment } from '../plan/replan.ts'
import type { EnrollmentRow } from '../store.ts'
import { newToken } from '../token/token.ts'
import { isOpen } from '../transitions.ts'
import { recordParticipantEvent } from './events.ts'
import { MAX_PARTICIPANTS } from './participant.ts'
import { recordedCaller } from './person.ts'
import { insertParticipant, type NamedParticipant, NO_ROLE, participantsOf } from './store.ts'

export interface Adding {
  /** Locked. */
  enrollment: EnrollmentRow
  /** Locked before the enrollment; undefined if there is no such contact. */
  contact: Contact | undefined
  role_id: string | null
  /** The input field that names the contact. */
  field: 'contact_id' | 'email'
  /** The name that a person of the customer wrote. That person learns nothing of the contact, also not of its organisation. */
  invited_as?: { first_name: string; last_name: string } | undefined
}

/**
 * Adds a participant with a link, the event and the entry in the audit log.
 * @throws AppError `validation_error` with all reasons why the contact cannot take part
 */
export async function addParticipant(tx: Tx, context: Context, adding: Adding) {
  const problems = await problemsOf(tx, adding)
  const { enrollment, contact, role_id, invited_as } = adding
  if (!contact || Object.keys(problems).length > 0) throw validationError(problems)
  const at = tx.stamp
  const { token_hash, sealed_token } = newToken(context.sealer)
  const row = {
    workspace_id: enrollment.workspace_id,
    id: newId(),
    enrollment_id: enrollment.id,
    contact_id: contact.id,
    ...NO_ROLE,
    role_id,
    token_hash,
    sealed_token: sealed_token ?? '',
    invited_by: recordedCaller(context.caller),
    invited_first_name: invited_as?.first_name ?? null,
    invited_last_name: invited_as?.last_name ?? null,
    started_at: null,
    last_activity_at: null,
    reminded_at: null,
    removed_at: null,
    created_at: at,
    updated_at: at,
  }
  await insertParticipant(tx, row)
  await noteUsesPlans(tx, row.workspace_id)
  const joined = { ...enrollment, participants_count: enrollment.participants_count + 1, updated_at: at }
  const after = await changeEnrollment(tx, enrollment, joined)
  const { first_name, last_name, email } = contact
  const participant: NamedParticipant = { ...row, first_name, last_name, email }
  await recordParticipantEvent(tx, context, 'participant.added', after, participant)
  return { participant, enrollment: after }
}

/** Why a contact cannot take part, by field. */
async function problemsOf(tx: Tx, { enrollment, contact, role_id, field, invited_as }: Adding) {
  const { workspace_id, id: enrollment_id, contact_id, status, participants_count } = enrollment
  const problems: Record<string, FieldError> = {}
  if (!isOpen(status)) problems.status = fieldError('wrong_state', `is ${status}: the enrollment must be open`)
  else if (!(await findContact(tx, workspace_id, contact_id)))
    problems.status = fieldError('wrong_state', 'does not allow this: the contact of the enrollment was deleted')
  if (participants_count >= MAX_PARTICIPANTS)
    problems.base = fieldError('too_large', `An enrollment has at most ${MAX_PARTICIPANTS} participants`)
  if (role_id !== null && !(await hasRole(tx, enrollment, role_id))) problems.role_id = fieldError('does_not_exist')
  if (!contact) return { ...problems, [field]: fieldError('does_not_exist') }
  const others = await participantsOf(tx, { workspace_id, enrollment_id })
  if (contact.id === contact_id) problems[field] = fieldError('taken', 'is the primary contact of the enrollment')
  else if (others.some((other) => other.contact_id === contact.id))
    problems[field] = fieldError('taken', 'takes part already')
  else if (!invited_as && isOfAnother(enrollment.organisation_id, contact.organisation_id))
    problems[field] = fieldError('wrong_state', 'belongs to another organisation than the enrollment')
  // Of whom a person of the customer invites, the answer would say who is a member.
  else if (!invited_as && (await isMember(tx, { workspace_id, email: contact.email })))
    problems[field] = fieldError('already_member')
  return problems
}

/** Whether a guide version of an enrollment has a role. */
export async function hasRole(
  reader: Reader,
  { workspace_id, guide_version_id }: EnrollmentRow,
  role_id: string,
): Promise<boolean> {
  const version = await findVersion(reader, workspace_id, guide_version_id)
  return version?.roles.some(({ id }) => id === role_id) ?? false
}

/** Whether an organisation of a contact is another one than that of an enrollment. */
export function isOfAnother(organisation_id: string | null, other: string | null): boolean {
  return organisation_id !== null && other !== null && organisation_id !== other
}
