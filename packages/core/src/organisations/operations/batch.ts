import type { Context } from '../../context.ts'
import { BatchAnswer, type BatchItem, batchOf, dataOf, idOf, MAX_BATCH, runBatch } from '../../operation/batch.ts'
import { invoke } from '../../operation/invoke.ts'
import { operation } from '../../operation/operation.ts'
import { createOrganisation, deleteOrganisation, putOrganisation, updateOrganisation } from './change.ts'

export const batchOrganisations = operation({
  name: 'batch_organisations',
  summary: `Create, update and delete up to ${MAX_BATCH} organisations`,
  description:
    'Each item is done like a single request, in order; the results follow the items. upsert updates the organisation ' +
    'with the external_id of its data, and creates it if there is none. A refused item leaves the others as they are, ' +
    'unless the batch is atomic.',
  access: 'organisations:write',
  route: 'POST /organisations/batch',
  body: 'batch',
  status: 200,
  steps: true,
  input: batchOf(['create', 'update', 'upsert', 'delete']),
  output: BatchAnswer,
  example: { items: [{ action: 'upsert', data: { external_id: 'crm-1', name: 'Harbour Bakery' } }] },
  run: (context, batch) => runBatch(context, batch, changed),
})

async function changed(context: Context, item: BatchItem) {
  switch (item.action) {
    case 'create': {
      const { value } = await invoke(createOrganisation, context, dataOf(item))
      return { status: 201, id: value.data.id }
    }
    case 'update': {
      const { value } = await invoke(updateOrganisation, context, { ...item.data, id: idOf(item) })
      return { status: 200, id: value.data.id }
    }
    case 'delete': {
      await invoke(deleteOrganisation, context, { id: idOf(item) })
      return { status: 204, id: idOf(item) }
    }
    default: {
      const { value } = await invoke(putOrganisation, context, dataOf(item))
      return { status: value.created ? 201 : 200, id: value.data.id }
    }
  }
}
