import type { z } from 'zod'
import type { Context } from '../context.ts'
import { clearLatest, markLatest } from '../enrollments/latest.ts'
import { moveEnrollments } from '../enrollments/move.ts'
import { leaveEnrollments } from '../enrollments/participants/leave.ts'
import { rejoinEnrollments } from '../enrollments/participants/rejoin.ts'
import { replanContact } from '../enrollments/plan/replan-contact.ts'
import { validationError } from '../errors.ts'
import { type FieldErrors, fieldError } from '../field-errors.ts'
import { createdFrom, mergedWith } from '../fields/record.ts'
import { newId } from '../ids.ts'
import { adjustContactsCount, findOrganisation } from '../organisations/store.ts'
import { isSame } from '../records/changes.ts'
import { addMove, addToCount, countOf } from '../records/counters.ts'
import { changedMetadata } from '../records/metadata.ts'
import { writeUnique } from '../records/unique.ts'
import { StaleRead, type Tx } from '../storage/database.ts'
import { emitEvent, emitEvents } from '../webhooks/events/emit.ts'
import { requireQuota } from '../workspaces/plans.ts'
import { type Contact, type ContactChanges, type ContactFields, contactFields } from './contact.ts'
import * as store from './store.ts'

/** Called with the contact before it is written, so that a rejection can be explained. */
type Attempt = (contact: Contact) => void

/** Creates a contact and counts it. */
export async function makeContact(
  tx: Tx,
  { caller }: Context,
  given: z.output<typeof ContactFields>,
  attempting: Attempt,
) {
  const { workspace_id, plan } = caller
  const at = tx.stamp
  const data = newContact(given, at)
  attempting(data)
  await requireQuota(tx, plan, workspace_id, 'contacts')
  await moveBetween(tx, workspace_id, null, data.organisation_id)
  await store.insertContact(tx, workspace_id, data)
  await emitEvent(tx, { workspace_id, type: 'contact.created', data, at })
  await addToCount(tx, workspace_id, 'contacts', 1)
  return data
}

/** Creates several contacts as `makeContact` does, in a few statements. */
export async function makeContacts(
  tx: Tx,
  { caller: { workspace_id, plan } }: Context,
  given: readonly z.output<typeof ContactFields>[],
): Promise<Contact[]> {
  const at = tx.stamp
  const made = given.map((fields) => newContact(fields, at))
  const others = made.length - 1
  const count = async () => (await countOf(tx, workspace_id, 'contacts')) + others
  await requireQuota(tx, plan, workspace_id, 'contacts', count)
  const byOrganisation = Map.groupBy(made, ({ organisation_id }) => organisation_id)
  for (const [id, { length }] of [...byOrganisation].toSorted(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1)))
    if (id !== null && !(await adjustContactsCount(tx, workspace_id, id, length)))
      throw validationError({ organisation_id: fieldError('does_not_exist') })
  await store.insertContacts(tx, workspace_id, made)
  await emitEvents(tx, { workspace_id, type: 'contact.created', at }, made)
  await addToCount(tx, workspace_id, 'contacts', made.length)
  return made
}

function newContact(given: z.output<typeof ContactFields>, at: string): Contact {
  return {
    id: newId(),
    ...createdFrom(contactFields, given),
    unsubscribed_at: null,
    created_at: at,
    updated_at: at,
  }
}

type Changes = z.output<typeof ContactChanges>

/** The contact with the given fields; the same object if nothing changes. */
export function changedContact(current: Contact, { metadata_merge, ...given }: Changes): Contact {
  const metadata = changedMetadata(current.metadata, { metadata: given.metadata, metadata_merge })
  const data = { ...current, ...mergedWith(contactFields, current, { ...given, metadata }) }
  return isSame(current, data) ? current : data
}

/** Updates the given fields. An update without a difference is not written and emits no event. */
export async function changeContact(
  tx: Tx,
  context: Context,
  current: Contact,
  given: Changes,
  attempting: Attempt,
): Promise<Contact> {
  const { workspace_id } = context.caller
  const data = changedContact(current, given)
  attempting(data)
  if (data === current) return current
  data.updated_at = tx.stamp
  await moveBetween(tx, workspace_id, current.organisation_id, data.organisation_id)
  await store.updateContactRow(tx, workspace_id, current, data)
  await emitEvent(tx, { workspace_id, type: 'contact.updated', data, at: data.updated_at })
  if (data.organisation_id !== current.organisation_id)
    await moveEnrollments(tx, context, { contact_id: current.id }, data.organisation_id)
  return data
}

/**
 * Updates the counts of organisations, in the order of their ids to avoid deadlocks between two contacts that change
 * places.
 * @throws AppError when the new one does not exist in the workspace
 */
async function moveBetween(tx: Tx, workspace_id: string, from: string | null, to: string | null): Promise<void> {
  if (from === to) return
  const ids = [from, to].filter((id) => id !== null).toSorted()
  for (const id of ids) {
    const exists = await adjustContactsCount(tx, workspace_id, id, id === to ? 1 : -1)
    if (!exists && id === to) throw validationError({ organisation_id: fieldError('does_not_exist') })
  }
}

/**
 * Deletes a contact. Its enrollments are kept: those that others take part in are handed over to the longest participant. It takes
 * part in no other ones any more.
 */
export async function removeContact(tx: Tx, context: Context, data: Contact): Promise<void> {
  const { workspace_id } = context.caller
  const at = tx.stamp
  await moveBetween(tx, workspace_id, data.organisation_id, null)
  await store.softDeleteContact(tx, workspace_id, data, at)
  await leaveEnrollments(tx, context, data)
  await replanContact(tx, { workspace_id, contact_id: data.id })
  await clearLatest(tx, { workspace_id, contact_id: data.id })
  await emitEvent(tx, { workspace_id, type: 'contact.deleted', data, at })
  await addToCount(tx, workspace_id, 'contacts', -1)
  await addMove(tx, workspace_id, 'contacts')
}

/** Restores a deleted contact: for receivers of events it is a new one, with its previous id. */
export async function restoreContact(tx: Tx, context: Context, deleted: Contact, attempting: Attempt): Promise<void> {
  const { workspace_id, plan } = context.caller
  const data = { ...deleted, updated_at: tx.stamp }
  const deleted_at = await store.deletionTime(tx, workspace_id, data.id)
  if (deleted_at === null) throw new StaleRead('The contact was restored meanwhile')
  attempting(data)
  await requireQuota(tx, plan, workspace_id, 'contacts')
  await moveBetween(tx, workspace_id, null, data.organisation_id)
  const { id, organisation_id } = data
  await store.reviveContact(tx, { workspace_id, id }, { deleted_at, organisation_id })
  await markLatest(tx, { workspace_id, contact_id: data.id })
  await replanContact(tx, { workspace_id, contact_id: data.id })
  await emitEvent(tx, { workspace_id, type: 'contact.created', data, at: data.updated_at })
  await addToCount(tx, workspace_id, 'contacts', 1)
  await addMove(tx, workspace_id, 'contacts')
  await rejoinEnrollments(tx, context, { contact: data, deleted_at })
}

/** The field of each unique index. */
const UNIQUE: Readonly<Record<string, string>> = {
  'contacts.email': 'email',
  'contacts.external_id': 'external_id',
}

/** Writes a contact, and reports every conflicting field if a unique index rejects it. */
export function writeContact<T>(
  { caller, store: { read, write } }: Context,
  work: (tx: Tx, attempting: Attempt) => Promise<T>,
): Promise<T> {
  let attempted: Contact | undefined
  const writing = (tx: Tx) =>
    work(tx, (contact) => {
      attempted = contact
    })
  return writeUnique({ write }, writing, async ({ column }) => {
    const contact = attempted
    const field = UNIQUE[column]
    if (!contact || field === undefined) return undefined
    const others = await read((reader) => store.contactProblems(reader, caller.workspace_id, contact))
    // The other contact may be written by the same transaction, or be gone by now: the index knows best.
    return { ...others, [field]: fieldError('taken') }
  })
}

type GivenFields = Partial<z.output<typeof ContactChanges>> & { id?: string | undefined }

/** The problems of fields that are valid in form. */
export function problemsOf({ caller, store: { read } }: Context, given: GivenFields): Promise<FieldErrors> {
  const { workspace_id } = caller
  const { organisation_id } = given
  return read(async (reader) => {
    const taken = await store.contactProblems(reader, workspace_id, given)
    if (!organisation_id || (await findOrganisation(reader, workspace_id, organisation_id))) return taken
    return { ...taken, organisation_id: fieldError('does_not_exist') }
  })
}
