import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import { MAX_IDS } from '../../contract/limits.ts'
import { Id } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import type { Tx } from '../../storage/database.ts'
import { changeContact, removeContact, restoreContact, writeContact } from '../change.ts'
import type { Contact } from '../contact.ts'
import { contactColumns, findContact } from '../store.ts'

const access = 'contacts:write'
const Ids = z.array(Id).min(1).max(MAX_IDS)
/** The contacts that were changed; deleted and unchanged ones are omitted. */
const Done = z.object({ data: z.object({ ids: z.array(Id) }) })

export const moveContacts = operation({
  name: 'move_contacts',
  summary: 'Move contacts to an organisation, or remove them from theirs',
  access,
  does: ['replaces'],
  audit: ['contact.moved', 'contact.many_moved'],
  status: 200,
  input: z.strictObject({ ids: Ids, organisation_id: Id.nullable() }),
  output: Done,
  run: (context, { ids, organisation_id }) =>
    writeContact(context, async (tx, attempting) => {
      const moved: string[] = []
      for (const contact of await liveContacts(tx, context.caller.workspace_id, ids)) {
        const after = await changeContact(tx, context, contact, { organisation_id }, attempting)
        if (after === contact) continue
        moved.push(contact.id)
        const details = { organisation: organisation_id ?? 'none' }
        await recordAudit(tx, context, { action: 'contact.moved', subject_id: contact.id, details })
      }
      return { data: { ids: moved } }
    }),
})

export const deleteContacts = operation({
  name: 'delete_contacts',
  summary: 'Delete contacts; restore_contacts undoes it',
  access,
  does: ['deletes', 'ends'],
  audit: ['contact.deleted', 'contact.many_deleted', 'participant.removed', 'participant.many_removed'],
  status: 200,
  input: z.strictObject({ ids: Ids }),
  output: Done,
  run: (context, { ids }) =>
    context.store.write(async (tx) => {
      const found = await liveContacts(tx, context.caller.workspace_id, ids)
      for (const contact of found) {
        await removeContact(tx, context, contact)
        await recordAudit(tx, context, { action: 'contact.deleted', subject_id: contact.id })
      }
      return { data: { ids: found.map(({ id }) => id) } }
    }),
})

export const restoreContacts = operation({
  name: 'restore_contacts',
  summary: 'Restore deleted contacts, with their enrollments and links',
  description: 'Fails if another contact has taken the e-mail address or external id of one of them.',
  access,
  does: ['adds'],
  audit: ['contact.restored', 'contact.many_restored', 'participant.added', 'participant.many_added'],
  status: 200,
  input: z.strictObject({ ids: Ids }),
  output: Done,
  run: (context, { ids }) =>
    writeContact(context, async (tx, attempting) => {
      const found = await deletedContacts(tx, context.caller.workspace_id, ids)
      for (const contact of found) {
        await restoreContact(tx, context, contact, attempting)
        await recordAudit(tx, context, { action: 'contact.restored', subject_id: contact.id })
      }
      return { data: { ids: found.map(({ id }) => id) } }
    }),
})

/** In the order of their ids, so that two concurrent changes do not deadlock. */
async function liveContacts(tx: Tx, workspace_id: string, ids: readonly string[]): Promise<Contact[]> {
  const found: Contact[] = []
  for (const id of [...new Set(ids)].sort()) {
    const contact = await findContact(tx, workspace_id, id)
    if (contact) found.push(contact)
  }
  return found
}

async function deletedContacts(tx: Tx, workspace_id: string, ids: readonly string[]): Promise<Contact[]> {
  const { contacts: t } = tx.tables
  return tx.db
    .select(contactColumns(t))
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), inArray(t.id, [...ids]), isNotNull(t.deleted_at)))
    .orderBy(t.id)
}
