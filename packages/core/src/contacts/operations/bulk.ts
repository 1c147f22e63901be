import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { MAX_IDS } from '../../contract/limits.ts'
import { validationError } from '../../errors.ts'
import { type FieldError, fieldError } from '../../field-errors.ts'
import { Id } from '../../fields/fields.ts'
import { firstOf, inParts } from '../../operation/in-parts.ts'
import { operation } from '../../operation/operation.ts'
import type { Reader } from '../../storage/database.ts'
import { requireRoom } from '../../workspaces/plans.ts'
import { changeContact, removeContact, restoreContact, writeContact } from '../change.ts'
import type { Contact } from '../contact.ts'
import { contactColumns, findContact, findContactsLike } from '../store.ts'

const access = 'contacts:write'
const Ids = z.array(Id).min(1).max(MAX_IDS)
/** The contacts that were changed; deleted and unchanged ones are omitted. */
const Done = z.object({ data: z.object({ ids: z.array(Id) }) })

export const moveContacts = operation({
  name: 'move_contacts',
  summary: 'Move contacts to an organisation, or remove them from theirs',
  description: 'Each is moved by itself, with its enrollments and events.',
  access,
  does: ['replaces'],
  status: 200,
  input: z.strictObject({ ids: Ids, organisation_id: Id.nullable() }),
  output: Done,
  async run(context, { ids, organisation_id }) {
    const moved = await inParts(context, inIdOrder(ids), (rest) =>
      writeContact(context, (tx, attempting) =>
        firstOf(tx, rest, async (id) => {
          const contact = await findContact(tx, context.caller.workspace_id, id)
          if (!contact) return undefined
          const after = await changeContact(tx, context, contact, { organisation_id }, attempting)
          return after === contact ? undefined : id
        }),
      ),
    )
    return { data: { ids: moved.filter((id) => id !== undefined) } }
  },
})

export const deleteContacts = operation({
  name: 'delete_contacts',
  summary: 'Delete contacts; restore_contacts undoes it',
  description: 'Each is deleted by itself, with its events. Those that are gone already are omitted.',
  access,
  does: ['deletes', 'ends'],
  status: 200,
  input: z.strictObject({ ids: Ids }),
  output: Done,
  async run(context, { ids }) {
    const deleted = await inParts(context, inIdOrder(ids), (rest) =>
      context.store.write((tx) =>
        firstOf(tx, rest, async (id) => {
          const contact = await findContact(tx, context.caller.workspace_id, id)
          if (contact) await removeContact(tx, context, contact)
          return contact?.id
        }),
      ),
    )
    return { data: { ids: deleted.filter((id) => id !== undefined) } }
  },
})

export const restoreContacts = operation({
  name: 'restore_contacts',
  summary: 'Restore deleted contacts, with their enrollments and links',
  description:
    'Restores none if another contact has the e-mail address or external id of one of them, or if the plan has no room for all. Otherwise each is restored by itself, with its events.',
  access,
  does: ['adds'],
  status: 200,
  input: z.strictObject({ ids: Ids }),
  output: Done,
  async run(context, { ids }) {
    const { caller, store } = context
    const found = await store.read(async (reader) => {
      const deleted = await deletedContacts(reader, caller.workspace_id, ids)
      await requireRestorable(reader, context, deleted)
      return deleted.map(({ id }) => id)
    })
    const restored = await inParts(context, found, (rest) =>
      writeContact(context, (tx, attempting) =>
        firstOf(tx, rest, async (id) => {
          // Somebody else may have restored it meanwhile.
          const [contact] = await deletedContacts(tx, caller.workspace_id, [id])
          if (contact) await restoreContact(tx, context, contact, attempting)
          return contact?.id
        }),
      ),
    )
    return { data: { ids: restored.filter((id) => id !== undefined) } }
  },
})

/** Each once, in the order in which all requests lock them. */
function inIdOrder(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort()
}

async function deletedContacts(reader: Reader, workspace_id: string, ids: readonly string[]): Promise<Contact[]> {
  const { contacts: t } = reader.tables
  return reader.db
    .select(contactColumns(t))
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), inArray(t.id, [...ids]), isNotNull(t.deleted_at)))
    .orderBy(t.id)
}

/**
 * Checks all of them before the first is restored. What changes after that is refused when it is written.
 * @throws AppError `validation_error`, `forbidden`
 */
async function requireRestorable(reader: Reader, { caller }: Context, deleted: readonly Contact[]): Promise<void> {
  const { workspace_id, plan } = caller
  const emails = deleted.map(({ email }) => email)
  const external_ids = deleted.flatMap(({ external_id }) => external_id ?? [])
  const others = await findContactsLike(reader, workspace_id, { emails, external_ids })
  const problems: Record<string, FieldError> = {}
  if (areRepeated(emails) || others.some(({ email }) => emails.includes(email))) problems.email = fieldError('taken')
  if (areRepeated(external_ids) || others.some(({ external_id }) => external_ids.includes(external_id ?? '')))
    problems.external_id = fieldError('taken')
  if (Object.keys(problems).length > 0) throw validationError(problems)
  await requireRoom(reader, plan, { workspace_id, resource: 'contacts', more: deleted.length })
}

function areRepeated(values: readonly string[]): boolean {
  return new Set(values).size < values.length
}
