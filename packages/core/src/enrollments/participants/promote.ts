import { and, eq, getTableColumns } from 'drizzle-orm'
import { contactSortName, findContact } from '../../contacts/store.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../ids.ts'
import type { Tx } from '../../storage/database.ts'
import { recordEnrollmentEvent } from '../events/emit.ts'
import { clearLatest, markLatest, passLatest } from '../latest.ts'
import { replan } from '../plan/replan.ts'
import { type EnrollmentRow, findOpenEnrollment } from '../store.ts'
import { tokenHashOf, tokenOf } from '../token/token.ts'
import { isOpen } from '../transitions.ts'
import { isOfAnother } from './add.ts'
import { recordParticipantEvent } from './events.ts'
import { exchangePersons } from './exchange-persons.ts'
import { deleteParticipantRow, insertParticipant, type NamedParticipant, NO_ROLE, participantsOf } from './store.ts'

/**
 * The participant who succeeds the primary contact of an enrollment: the longest one who can. A contact has one open enrollment in a
 * guide, so that nobody succeeds who has another one. Nor does a contact of another organisation, and whoever a person of the
 * customer has invited only once it has acted: a plan never passes to somebody by the address that a customer wrote.
 */
export async function successorOf(tx: Tx, enrollment: EnrollmentRow): Promise<NamedParticipant | undefined> {
  const { workspace_id, id: enrollment_id, guide_id, status } = enrollment
  for (const participant of await participantsOf(tx, { workspace_id, enrollment_id })) {
    const { contact_id, invited_first_name, started_at } = participant
    const contact = await findContact(tx, workspace_id, contact_id)
    if (isOfAnother(enrollment.organisation_id, contact?.organisation_id ?? null)) continue
    if (invited_first_name !== null && started_at === null) continue
    if (!isOpen(status) || !(await findOpenEnrollment(tx, workspace_id, { contact_id, guide_id }))) return participant
  }
  return undefined
}

/**
 * Makes a participant the primary contact of an enrollment, whose link is then the participant's. The deleted primary contact
 * becomes a removed participant: the link says so, and what the contact did keeps its person.
 * @param deleted_at when the primary contact was deleted
 */
export async function promote(
  tx: Tx,
  context: Context,
  enrollment: EnrollmentRow,
  { participant, deleted_at }: { participant: NamedParticipant; deleted_at: string },
): Promise<EnrollmentRow> {
  const { workspace_id, contact_id: old_contact_id } = enrollment
  const former = newId()
  await exchangePersons(tx, enrollment, { successor: participant.id, former })
  await deleteParticipantRow(tx, participant)
  const given = await enrollmentOf(tx, enrollment, participant)
  await insertParticipant(tx, {
    workspace_id,
    id: former,
    enrollment_id: enrollment.id,
    contact_id: old_contact_id,
    ...NO_ROLE,
    token_hash: tokenHashOf(enrollment),
    sealed_token: context.sealer.seal(tokenOf(context.sealer, enrollment)),
    invited_by: 'contact',
    invited_first_name: null,
    invited_last_name: null,
    started_at: enrollment.started_at,
    last_activity_at: null,
    reminded_at: null,
    removed_at: deleted_at,
    created_at: enrollment.created_at,
    updated_at: tx.stamp,
  })
  const after = await replan(tx, given)
  await passLatest(tx, { workspace_id, contact_id: old_contact_id, is_latest: enrollment.is_latest })
  await clearLatest(tx, { workspace_id, contact_id: old_contact_id })
  await clearLatest(tx, { workspace_id, contact_id: after.contact_id })
  await markEnrolled(tx, after)
  await markLatest(tx, { workspace_id, contact_id: after.contact_id })
  await recordEnrollmentEvent(tx, context, 'enrollment.updated', after, tx.stamp)
  // Whoever keeps a copy of the participants has the successor among them.
  await recordParticipantEvent(tx, context, 'participant.removed', after, { ...participant, updated_at: tx.stamp })
  return after
}

/** Gives an enrollment to the contact of a participant, with the link of the participant. */
async function enrollmentOf(tx: Tx, enrollment: EnrollmentRow, participant: NamedParticipant): Promise<EnrollmentRow> {
  const { enrollments: t } = tx.tables
  const { contact_id, token_hash, sealed_token } = participant
  const changes = {
    contact_id,
    contact_sort_name: contactSortName(participant),
    token_hash,
    sealed_token,
    is_latest: false,
    participants_count: enrollment.participants_count - 1,
    updated_at: tx.stamp,
  }
  const [after] = await tx.db
    .update(t)
    .set(changes)
    .where(and(eq(t.workspace_id, enrollment.workspace_id), eq(t.id, enrollment.id)))
    .returning(getTableColumns(t))
  return after ?? { ...enrollment, ...changes }
}

async function markEnrolled(tx: Tx, { workspace_id, contact_id }: EnrollmentRow): Promise<void> {
  const { contacts: t } = tx.tables
  await tx.db
    .update(t)
    .set({ is_enrolled: true })
    .where(and(eq(t.workspace_id, workspace_id), eq(t.id, contact_id)))
}
