import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { Email } from '../../fields/fields.ts'
import {
  BatchAnswer,
  type BatchItem,
  type BatchResult,
  batchOf,
  MAX_BATCH,
  runBatch,
  runSingle,
} from '../../operation/batch.ts'
import { invoke } from '../../operation/invoke.ts'
import { operation } from '../../operation/operation.ts'
import { checkInput } from '../../operation/validation.ts'
import type { Tx } from '../../storage/database.ts'
import { makeContacts } from '../change.ts'
import { ContactChanges, ContactFields } from '../contact.ts'
import { findContactsLike } from '../store.ts'
import { createContact, deleteContact, putContact, updateContact } from './change.ts'

const change = runSingle({
  create: created,
  update: updated,
  upsert: put,
  remove: (context, id) => invoke(deleteContact, context, { id }),
})

export const batchContacts = operation({
  name: 'batch_contacts',
  summary: `Create, update and delete up to ${MAX_BATCH} contacts`,
  description:
    'Each item is done like a request of its own, in order, and the results come in the order of the items. `upsert` updates the contact with the `external_id` of its data, or without one that with its `email`, and creates it if there is none. An item that is refused leaves the others as they are, unless the batch is `atomic`.',
  access: 'contacts:write',
  does: ['deletes', 'ends'],
  audit: ['contact.deleted', 'contact.many_deleted', 'participant.removed', 'participant.many_removed'],
  unaudited: 'event',
  route: 'POST /contacts/batch',
  body: 'batch',
  status: 200,
  steps: true,
  input: batchOf(
    ['create', 'update', 'upsert', 'delete'],
    ContactChanges.meta({
      id: 'BatchedContactFields',
      reference: 'All fields of a contact. A new one requires `email` and `first_name`.',
    }),
  ),
  output: BatchAnswer,
  example: {
    items: [{ action: 'upsert', data: { external_id: 'crm-1', email: 'zoe@harbour.example', first_name: 'Zoe' } }],
  },
  run: (context, batch) => runBatch(context, batch, change, createdTogether),
})

/** The first items, as far as they create contacts that do not exist, and differ from each other. */
async function createdTogether(tx: Tx, context: Context, items: readonly BatchItem[]): Promise<BatchResult[]> {
  const { workspace_id } = context.caller
  const given: Given[] = []
  const seen = new Set<string>()
  for (const item of items) {
    const fields = givenBy(item)
    const keys = fields ? keysOf(fields) : []
    if (!fields || keys.some((key) => seen.has(key))) break
    for (const key of keys) seen.add(key)
    given.push(fields)
  }
  if (given.length === 0) return []
  const { dialect } = tx.connection
  await dialect.lockRecord(tx.connection, ...given.flatMap(keysOf).map((key) => `${workspace_id} contact ${key}`))
  const emails = given.map(({ email }) => email)
  const external_ids = given.flatMap(({ external_id }) => external_id ?? [])
  const known = new Set((await findContactsLike(tx, workspace_id, { emails, external_ids })).flatMap(keysOf))
  const end = given.findIndex((fields) => keysOf(fields).some((key) => known.has(key)))
  if (end === 0) return []
  const made = await makeContacts(tx, context, end < 0 ? given : given.slice(0, end))
  return made.map(({ id }) => ({ status: 201, id }))
}

type Given = z.output<typeof ContactFields>

/** The fields of a new contact; undefined for an item that does not create one, or is refused. */
function givenBy({ action, id, data }: BatchItem): Given | undefined {
  if ((action !== 'create' && action !== 'upsert') || data === undefined) return undefined
  if (action === 'upsert' && id !== undefined) return undefined
  const { metadata_merge, ...fields } = data
  const merged = action === 'upsert' && metadata_merge !== undefined ? { ...fields, metadata: metadata_merge } : data
  return checkInput(ContactFields, merged).data
}

function keysOf({ email, external_id }: { email: string; external_id?: string | null | undefined }): string[] {
  return external_id ? [email, external_id] : [email]
}

async function put(context: Context, data: Record<string, unknown>) {
  const { external_id, email } = data
  if (typeof external_id === 'string') {
    const { value } = await invoke(putContact, context, data)
    return { status: value.created ? 201 : 200, id: value.data.id }
  }
  const address = Email.safeParse(email).data
  if (address === undefined && email === undefined)
    throw validationError({
      email: fieldError('blank', "can't be blank: an upsert finds a contact by it or by external_id"),
    })
  const found = address === undefined ? undefined : await contactWith(context, address)
  if (found) return updated(context, { ...data, id: found })
  const { metadata_merge, ...fields } = data
  return created(context, { ...fields, ...(metadata_merge === undefined ? {} : { metadata: metadata_merge }) })
}

/** The id of the contact with an address, which another request cannot take until the end of the transaction. */
function contactWith({ caller: { workspace_id }, store }: Context, email: string): Promise<string | undefined> {
  return store.write(async (tx) => {
    await tx.connection.dialect.lockRecord(tx.connection, `${workspace_id} contact ${email}`)
    const [contact] = await findContactsLike(tx, workspace_id, { emails: [email], external_ids: [] })
    return contact?.id
  })
}

async function created(context: Context, data: Record<string, unknown>) {
  const { value } = await invoke(createContact, context, data)
  return { status: 201, id: value.data.id }
}

async function updated(context: Context, data: Record<string, unknown>) {
  const { value } = await invoke(updateContact, context, data)
  return { status: 200, id: value.data.id }
}
