import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { MAX_IDS } from '../../contract/limits.ts'
import { Id } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { StaleRead, type Tx } from '../../storage/database.ts'
import { changeContact, removeContact, restoreContact, writeContact } from '../change.ts'
import type { Contact } from '../contact.ts'
import { contactColumns } from '../store.ts'

const access = 'contacts:write'
const Ids = z.array(Id).min(1).max(MAX_IDS)
/** The contacts that were changed; deleted and unchanged ones are omitted. */
const Done = z.object({ data: z.object({ ids: z.array(Id) }) })

export const moveContacts = operation({
  name: 'move_contacts',
  summary: 'Move contacts to an organisation, or remove them from theirs',
  access,
  does: ['replaces'],
  status: 200,
  input: z.strictObject({ ids: Ids, organisation_id: Id.nullable() }),
  output: Done,
  run: (context, { ids, organisation_id }) =>
    writeContact(context, async (tx, attempting) => {
      const moved: string[] = []
      for (const contact of await lockContacts(tx, context, { ids, are: 'live', organisation_id })) {
        const after = await changeContact(tx, context, contact, { organisation_id }, attempting)
        if (after !== contact) moved.push(contact.id)
      }
      return { data: { ids: moved } }
    }),
})

export const deleteContacts = operation({
  name: 'delete_contacts',
  summary: 'Delete contacts; restore_contacts undoes it',
  access,
  does: ['deletes', 'ends'],
  status: 200,
  input: z.strictObject({ ids: Ids }),
  output: Done,
  run: (context, { ids }) =>
    context.store.write(async (tx) => {
      const found = await lockContacts(tx, context, { ids, are: 'live' })
      for (const contact of found) await removeContact(tx, context, contact)
      return { data: { ids: found.map(({ id }) => id) } }
    }),
})

export const restoreContacts = operation({
  name: 'restore_contacts',
  summary: 'Restore deleted contacts, with their enrollments and links',
  description: 'Fails if another contact has taken the e-mail address or external id of one of them.',
  access,
  does: ['adds'],
  status: 200,
  input: z.strictObject({ ids: Ids }),
  output: Done,
  run: (context, { ids }) =>
    writeContact(context, async (tx, attempting) => {
      const found = await lockContacts(tx, context, { ids, are: 'deleted' })
      for (const contact of found) await restoreContact(tx, context, contact, attempting)
      return { data: { ids: found.map(({ id }) => id) } }
    }),
})

interface Chosen {
  ids: readonly string[]
  are: 'live' | 'deleted'
  /** Where they are moved to. */
  organisation_id?: string | null
}

/**
 * The contacts among the chosen ones, locked behind all of their organisations, each in the order of their ids: a request that changes the
 * same ones waits, and finds them as they are then.
 * @throws StaleRead if one was moved meanwhile to an organisation that is not locked
 */
async function lockContacts(tx: Tx, { caller }: Context, { ids, are, organisation_id }: Chosen): Promise<Contact[]> {
  const { workspace_id } = caller
  const { contacts: t, organisations } = tx.tables
  const { dialect } = tx.connection
  const chosen = and(
    eq(t.workspace_id, workspace_id),
    inArray(t.id, [...new Set(ids)]),
    are === 'live' ? isNull(t.deleted_at) : isNotNull(t.deleted_at),
  )
  const before = await tx.db.select({ organisation_id: t.organisation_id }).from(t).where(chosen)
  const places = new Set([...before.map((contact) => contact.organisation_id), organisation_id ?? null])
  await dialect.locking(
    tx.db
      .select({ id: organisations.id })
      .from(organisations)
      .where(
        and(
          eq(organisations.workspace_id, workspace_id),
          inArray(
            organisations.id,
            [...places].filter((id) => id !== null),
          ),
        ),
      )
      .orderBy(asc(organisations.id)),
    'change',
  )
  const found: Contact[] = await dialect.locking(
    tx.db.select(contactColumns(t)).from(t).where(chosen).orderBy(asc(t.id)),
    'change',
  )
  if (!found.every((contact) => places.has(contact.organisation_id)))
    throw new StaleRead('A contact was moved to an organisation that is not locked')
  return found
}
