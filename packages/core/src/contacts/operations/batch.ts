import type { Context } from '../../context.ts'
import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { Email } from '../../fields/fields.ts'
import { BatchAnswer, type BatchItem, batchOf, dataOf, idOf, MAX_BATCH, runBatch } from '../../operation/batch.ts'
import { invoke } from '../../operation/invoke.ts'
import { operation } from '../../operation/operation.ts'
import { findContactsLike } from '../store.ts'
import { createContact, deleteContact, putContact, updateContact } from './change.ts'

export const batchContacts = operation({
  name: 'batch_contacts',
  summary: `Create, update and delete up to ${MAX_BATCH} contacts`,
  description:
    'Each item is done like a single request, in order; the results follow the items. upsert updates the contact with ' +
    'the external_id of its data, or without one that with its email, and creates it if there is none. A refused item ' +
    'leaves the others as they are, unless the batch is atomic.',
  access: 'contacts:write',
  route: 'POST /contacts/batch',
  body: 'batch',
  status: 200,
  steps: true,
  input: batchOf(['create', 'update', 'upsert', 'delete']),
  output: BatchAnswer,
  example: {
    items: [{ action: 'upsert', data: { external_id: 'crm-1', email: 'zoe@harbour.example', first_name: 'Zoe' } }],
  },
  run: (context, batch) => runBatch(context, batch, changed),
})

async function changed(context: Context, item: BatchItem) {
  switch (item.action) {
    case 'create': {
      const { value } = await invoke(createContact, context, dataOf(item))
      return { status: 201, id: value.data.id }
    }
    case 'update': {
      const { value } = await invoke(updateContact, context, { ...item.data, id: idOf(item) })
      return { status: 200, id: value.data.id }
    }
    case 'delete': {
      await invoke(deleteContact, context, { id: idOf(item) })
      return { status: 204, id: idOf(item) }
    }
    default:
      return put(context, dataOf(item))
  }
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
  if (found) {
    const { value } = await invoke(updateContact, context, { ...data, id: found })
    return { status: 200, id: value.data.id }
  }
  const { metadata_merge, ...fields } = data
  const { value } = await invoke(createContact, context, {
    ...fields,
    ...(metadata_merge === undefined ? {} : { metadata: metadata_merge }),
  })
  return { status: 201, id: value.data.id }
}

/** The id of the contact with an address, which another request cannot take until the end of the transaction. */
function contactWith({ caller: { workspace_id }, store }: Context, email: string): Promise<string | undefined> {
  return store.write(async (tx) => {
    await tx.connection.dialect.lockRecord(tx.connection, `${workspace_id} contact ${email}`)
    const [contact] = await findContactsLike(tx, workspace_id, { emails: [email], external_ids: [] })
    return contact?.id
  })
}
