import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { MAX_IDS } from '../../contract/limits.ts'
import { validationError } from '../../errors.ts'
import { type FieldError, fieldError } from '../../field-errors.ts'
import { Id } from '../../fields/fields.ts'
import { firstOf, inParts } from '../../operation/in-parts.ts'
import { operation } from '../../operation/operation.ts'
import { type Reader, StaleRead, type Tx } from '../../storage/database.ts'
import { requireRoom } from '../../workspaces/plans.ts'
import { changeContact, removeContact, restoreContact, writeContact } from '../change.ts'
import type { Contact } from '../contact.ts'
import { contactColumns, findContactsLike } from '../store.ts'

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
  audit: ['contact.moved', 'contact.many_moved'],
  status: 200,
  input: z.strictObject({ ids: Ids, organisation_id: Id.nullable() }),
  output: Done,
  async run(context, { ids, organisation_id }) {
    const moved = await inParts(context, inIdOrder(ids), (rest) =>
      writeContact(context, (tx, attempting) =>
        firstLocked(tx, context, { ids: rest, are: 'live', organisation_id }, async (contact) => {
          const after = await changeContact(tx, context, contact, { organisation_id }, attempting)
          if (after === contact) return undefined
          const details = { organisation: organisation_id ?? 'none' }
          await recordAudit(tx, context, { action: 'contact.moved', subject_id: contact.id, details })
          return contact.id
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
  audit: ['contact.deleted', 'contact.many_deleted', 'participant.removed', 'participant.many_removed'],
  status: 200,
  input: z.strictObject({ ids: Ids }),
  output: Done,
  async run(context, { ids }) {
    const deleted = await inParts(context, inIdOrder(ids), (rest) =>
      context.store.write((tx) =>
        firstLocked(tx, context, { ids: rest, are: 'live' }, async (contact) => {
          await removeContact(tx, context, contact)
          await recordAudit(tx, context, { action: 'contact.deleted', subject_id: contact.id })
          return contact.id
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
  audit: ['contact.restored', 'contact.many_restored', 'participant.added', 'participant.many_added'],
  status: 200,
  input: z.strictObject({ ids: Ids }),
  output: Done,
  async run(context, { ids }) {
    const found = await context.store.read(async (reader) => {
      const deleted = await deletedContacts(reader, context.caller.workspace_id, ids)
      await requireRestorable(reader, context, deleted)
      return deleted.map(({ id }) => id)
    })
    const restored = await inParts(context, found, (rest) =>
      writeContact(context, (tx, attempting) =>
        // Somebody else may have restored some meanwhile.
        firstLocked(tx, context, { ids: rest, are: 'deleted' }, async (contact) => {
          await restoreContact(tx, context, contact, attempting)
          await recordAudit(tx, context, { action: 'contact.restored', subject_id: contact.id })
          return contact.id
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

/** The most contacts that one transaction locks, and more than it has time for. */
const LOCKED = 20

interface Chosen {
  /** In their order, each once. */
  ids: readonly string[]
  are: 'live' | 'deleted'
  /** Where they are moved to. */
  organisation_id?: string | null
}

/** Does something with the first of the chosen contacts, as many as there is time for. @returns undefined for each that is not as chosen */
async function firstLocked<R>(
  tx: Tx,
  context: Context,
  { ids, ...chosen }: Chosen,
  run: (contact: Contact) => Promise<R>,
): Promise<(R | undefined)[]> {
  const some = ids.slice(0, LOCKED)
  const found = new Map((await lockContacts(tx, context, { ids: some, ...chosen })).map((one) => [one.id, one]))
  return firstOf(tx, some, async (id) => {
    const contact = found.get(id)
    return contact && run(contact)
  })
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
    inArray(t.id, [...ids]),
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
