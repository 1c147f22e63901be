import type { z } from 'zod'
import type { Context } from '../../context.ts'
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
import { makeOrganisations } from '../change.ts'
import { OrganisationChanges, OrganisationFields } from '../organisation.ts'
import { findOrganisationsLike } from '../store.ts'
import { createOrganisation, deleteOrganisation, putOrganisation, updateOrganisation } from './change.ts'

const change = runSingle({
  create: created,
  update: updated,
  upsert: put,
  remove: (context, id) => invoke(deleteOrganisation, context, { id }),
})

export const batchOrganisations = operation({
  name: 'batch_organisations',
  summary: `Create, update and delete up to ${MAX_BATCH} organisations`,
  description:
    'Each item is done like a request of its own, in order, and the results come in the order of the items. `upsert` updates the organisation with the `external_id` of its data, and creates it if there is none. An item that is refused leaves the others as they are, unless the batch is `atomic`.',
  access: 'organisations:write',
  does: ['deletes'],
  audit: ['organisation.deleted', 'organisation.many_deleted'],
  unaudited: 'event',
  route: 'POST /organisations/batch',
  body: 'batch',
  status: 200,
  steps: true,
  input: batchOf(
    ['create', 'update', 'upsert', 'delete'],
    OrganisationChanges.meta({
      id: 'BatchedOrganisationFields',
      reference: 'All fields of an organisation. A new one requires `name`.',
    }),
  ),
  output: BatchAnswer,
  example: { items: [{ action: 'upsert', data: { external_id: 'crm-1', name: 'Harbour Bakery' } }] },
  run: (context, batch) => runBatch(context, batch, change, createdTogether),
})

/** The first items, as far as they create organisations that do not exist, and differ from each other. */
async function createdTogether(tx: Tx, context: Context, items: readonly BatchItem[]): Promise<BatchResult[]> {
  const { workspace_id } = context.caller
  const given: z.output<typeof OrganisationFields>[] = []
  const seen = new Set<string>()
  for (const item of items) {
    const fields = givenBy(item)
    if (!fields || (fields.external_id && seen.has(fields.external_id))) break
    if (fields.external_id) seen.add(fields.external_id)
    given.push(fields)
  }
  if (given.length === 0) return []
  const keys = [...seen].map((key) => `${workspace_id} organisation ${key}`)
  if (keys.length > 0) await tx.connection.dialect.lockRecord(tx.connection, ...keys)
  const found = await findOrganisationsLike(tx, workspace_id, { names: [], external_ids: [...seen] })
  const known = new Set(found.map(({ external_id }) => external_id))
  const end = given.findIndex(({ external_id }) => external_id && known.has(external_id))
  if (end === 0) return []
  const made = await makeOrganisations(tx, context, end < 0 ? given : given.slice(0, end))
  return made.map(({ id }) => ({ status: 201, id }))
}

/** The fields of a new organisation; undefined for an item that does not create one, or is refused. */
function givenBy({ action, id, data }: BatchItem) {
  if ((action !== 'create' && action !== 'upsert') || data === undefined) return undefined
  if (action === 'upsert' && id !== undefined) return undefined
  // Found by it alone.
  if (action === 'upsert' && typeof data.external_id !== 'string') return undefined
  const { metadata_merge, ...fields } = data
  const merged = action === 'upsert' && metadata_merge !== undefined ? { ...fields, metadata: metadata_merge } : data
  return checkInput(OrganisationFields, merged).data
}

async function created(context: Context, data: Record<string, unknown>) {
  const { value } = await invoke(createOrganisation, context, data)
  return { status: 201, id: value.data.id }
}

async function updated(context: Context, data: Record<string, unknown>) {
  const { value } = await invoke(updateOrganisation, context, data)
  return { status: 200, id: value.data.id }
}

async function put(context: Context, data: Record<string, unknown>) {
  const { value } = await invoke(putOrganisation, context, data)
  return { status: value.created ? 201 : 200, id: value.data.id }
}
