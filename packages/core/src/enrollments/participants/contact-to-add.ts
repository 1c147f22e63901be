import { makeContact } from '../../contacts/change.ts'
import { findContact, findContactsLike } from '../../contacts/store.ts'
import type { Context } from '../../context.ts'
import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { requireAccess } from '../../operation/invoke.ts'
import { isMember } from '../../people/members/store.ts'
import { StaleRead, type Tx, UniqueViolation } from '../../storage/database.ts'
import { requireQuota } from '../../workspaces/plans.ts'
import type { Adding } from './add.ts'

interface GivenPerson {
  contact_id?: string | undefined
  email?: string | undefined
  first_name?: string | undefined
  last_name?: string | undefined
}

/**
 * The contact who is to take part, locked: the one named, the one with the address, or a new one in the organisation.
 * @throws AppError `validation_error` for incomplete fields, `insufficient_scope` or `forbidden` without the right to read contacts
 * by an address, or to create one
 */
export async function contactToAdd(
  tx: Tx,
  context: Context,
  { contact_id, email, first_name, last_name }: GivenPerson,
  organisation_id: string | null,
): Promise<Pick<Adding, 'contact' | 'field'>> {
  const { workspace_id } = context.caller
  if (contact_id !== undefined) {
    if (email !== undefined)
      throw validationError({ email: fieldError('not_together', 'cannot be combined with contact_id') })
    return { contact: await findContact(tx, workspace_id, contact_id, 'change'), field: 'contact_id' }
  }
  if (email === undefined) throw validationError({ contact_id: fieldError('blank') })
  const isInvited = context.caller.kind === 'contact'
  // The answer says whether there is a contact with the address, and its name.
  if (!isInvited) requireAccess({ access: 'contacts:read' }, context)
  const known = await contactWithAddress(tx, workspace_id, email)
  // The same for each address, or those whom persons of the customer invite were known by it.
  if (known && isInvited) await requireQuota(tx, context.caller.plan, workspace_id, 'contacts')
  if (known) return { contact: known, field: 'email' }
  if (first_name === undefined) throw validationError({ first_name: fieldError('blank') })
  // Contacts create those whom they invite; others need the right to.
  if (!isInvited) requireAccess({ access: 'contacts:write' }, context)
  // Before a contact is created for it.
  if (!isInvited && (await isMember(tx, { workspace_id, email })))
    throw validationError({ email: fieldError('already_member') })
  const fields = { email, first_name, last_name, organisation_id }
  const made = makeAtOnce(tx, context, fields).catch((error: unknown) => {
    const known = tx.connection.dialect.translate(error)
    // Another transaction has created the contact meanwhile. The next run of this one finds it.
    const isMade = known instanceof UniqueViolation && known.column === 'contacts.email'
    throw isMade ? new StaleRead('A contact with the address was created', { cause: error }) : error
  })
  return { contact: await made, field: 'email' }
}

/** The contact with an address, locked until the transaction ends. */
async function contactWithAddress(tx: Tx, workspace_id: string, email: string) {
  const [found] = await findContactsLike(tx, workspace_id, { emails: [email], external_ids: [] })
  return found && findContact(tx, workspace_id, found.id, 'change')
}

/** Makes a contact, and waits until it is known whether it could be made. */
async function makeAtOnce(tx: Tx, context: Context, fields: Parameters<typeof makeContact>[2]) {
  const contact = await makeContact(tx, context, fields, () => undefined)
  await tx.connection.settle()
  return contact
}
