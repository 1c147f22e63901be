import { and, eq, sql } from 'drizzle-orm'
import { changeContact, removeContact } from '../../../contacts/change.ts'
import { Contact, ContactChanges } from '../../../contacts/contact.ts'
import { contactProblems, findContact } from '../../../contacts/store.ts'
import type { Context } from '../../../context.ts'
import { recordEtag } from '../../../operation/etag.ts'
import { changeOrganisation, organisationProblems } from '../../../organisations/change.ts'
import { OrganisationChanges, OrganisationTag } from '../../../organisations/organisation.ts'
import { removeOrganisation } from '../../../organisations/remove.ts'
import { findOrganisation } from '../../../organisations/store.ts'
import { prepared, type Tx } from '../../../storage/database.ts'
import type { ImportsRow, RowsRow } from '../../store.ts'
import { undoEnrollment } from '../plan/enroll-row.ts'

/** Undoes a row, unless its record has changed since, which it then reports. */
export async function undoRow(tx: Tx, context: Context, job: ImportsRow, row: RowsRow): Promise<RowsRow> {
  await undoEnrollment(tx, context, row)
  if (row.fate === 'unchanged') return row
  const why = await (job.resource === 'contacts' ? undoContact : undoOrganisation)(tx, context, row)
  if (why !== undefined)
    return { ...row, fate: 'left', faults: [{ column: null, code: 'wrong_state', text: why, row: null }] }
  if (row.made_organisation_id !== null) await removeUnused(tx, context, row.made_organisation_id)
  return { ...row, fate: 'undone' }
}

/** @returns the reason why it is left; undefined if it was undone */
async function undoContact(tx: Tx, context: Context, { record_id, before, written_tag }: RowsRow) {
  const { workspace_id } = context.caller
  const current = await findContact(tx, workspace_id, record_id ?? '')
  if (!current) return 'has been deleted since'
  if (recordEtag(Contact, current) !== written_tag) return 'has been changed since'
  if (before === null) {
    if (await hasEnrollments(tx, workspace_id, current.id)) return 'has been enrolled in a guide since'
    await removeContact(tx, context, current)
    return undefined
  }
  const previous = ContactChanges.parse(before)
  const taken = await contactProblems(tx, workspace_id, { ...previous, id: current.id })
  if (Object.keys(taken).length > 0) return 'had an e-mail address or external id that now belongs to another contact'
  if (previous.organisation_id && !(await findOrganisation(tx, workspace_id, previous.organisation_id)))
    return 'belonged to an organisation that no longer exists'
  await changeContact(tx, context, current, previous, () => undefined)
  return undefined
}

async function undoOrganisation(tx: Tx, context: Context, { record_id, before, written_tag }: RowsRow) {
  const { workspace_id } = context.caller
  const current = await findOrganisation(tx, workspace_id, record_id ?? '', 'change')
  if (!current) return 'has been deleted since'
  if (recordEtag(OrganisationTag, current) !== written_tag) return 'has been changed since'
  if (before === null) {
    if (current.contacts_count > 0) return 'has contacts now'
    await removeOrganisation(tx, context, current)
    return undefined
  }
  const previous = OrganisationChanges.parse(before)
  const taken = await organisationProblems(tx, workspace_id, { ...previous, id: current.id })
  if (Object.keys(taken).length > 0) return 'had an external id that now belongs to another organisation'
  await changeOrganisation(tx, context, current, previous)
  return undefined
}

async function hasEnrollments(tx: Tx, workspace_id: string, contact_id: string): Promise<boolean> {
  const [found] = await prepared(
    tx,
    'enrollments.any_of_contact',
    ({ db, tables: { enrollments: t } }) =>
      db
        .select({ id: t.id })
        .from(t)
        .where(
          and(eq(t.workspace_id, sql.placeholder('workspace_id')), eq(t.contact_id, sql.placeholder('contact_id'))),
        )
        .limit(1),
    { workspace_id, contact_id },
  )
  return found !== undefined
}

/** Deletes the organisation created for a row if it is empty and unchanged. */
async function removeUnused(tx: Tx, context: Context, id: string): Promise<void> {
  const made = await findOrganisation(tx, context.caller.workspace_id, id, 'change')
  if (made && made.contacts_count === 0 && made.updated_at === made.created_at)
    await removeOrganisation(tx, context, made)
}
