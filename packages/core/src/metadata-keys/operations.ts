import { z } from 'zod'
import { recordAudit } from '../audit/record.ts'
import { wrongState } from '../errors.ts'
import { recordOf } from '../fields/fields.ts'
import { operation } from '../operation/operation.ts'
import { IndexedKeys, IndexedMetadataKeys } from './metadata-key.ts'
import * as store from './store.ts'

/** Each key costs every change of a record, also one whose values are still being deleted. */
const MAX_WITH_REMOVED = 20

export const getIndexedMetadataKeys = operation({
  name: 'get_indexed_metadata_keys',
  summary: 'Get the keys of metadata whose values are indexed',
  description: 'Until the `status` of a key is `ready`, filters by it examine 1,000 rows per page.',
  access: 'metadata_keys:manage',
  does: ['reads'],
  route: 'GET /indexed_metadata_keys',
  status: 200,
  input: z.strictObject({}),
  output: recordOf(IndexedMetadataKeys),
  etag: IndexedMetadataKeys,
  run: ({ caller: { workspace_id }, store: { read } }) =>
    read(async (reader) => ({ data: { keys: await store.shownKeys(reader, workspace_id) } })),
})

export const setIndexedMetadataKeys = operation({
  name: 'set_indexed_metadata_keys',
  summary: 'Set the keys of metadata whose values are indexed',
  description:
    'At most five keys, which replace the former ones as a whole. The values of existing records are indexed in the background; until a key is `ready`, filters by it examine 1,000 rows for a page, as those by other keys do.',
  access: 'metadata_keys:manage',
  does: ['replaces'],
  audit: ['workspace.changed'],
  route: 'PUT /indexed_metadata_keys',
  body: 'indexed_metadata_keys',
  example: { keys: ['plan', 'customer_number'] },
  status: 200,
  input: z.strictObject({ keys: IndexedKeys }),
  output: recordOf(IndexedMetadataKeys),
  etag: IndexedMetadataKeys,
  current: getIndexedMetadataKeys,
  run: (context, { keys }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      // Of two requests at the same time, the second sees the keys of the first.
      await tx.connection.dialect.lockRecord(tx.connection, workspace_id)
      const before = await store.allKeys(tx, workspace_id)
      const added = keys.filter((key) => !before.some((one) => one.key === key && one.removed_at === null))
      const removed = before.filter((one) => one.removed_at === null && !keys.includes(one.key)).map(({ key }) => key)
      const total = new Set([...before.map(({ key }) => key), ...added]).size
      if (total > MAX_WITH_REMOVED)
        throw wrongState('The values of keys that were removed are still being deleted. Try again later', {
          field: 'keys',
        })
      await store.addKeys(tx, workspace_id, added)
      await store.removeKeys(tx, workspace_id, removed)
      if (added.length + removed.length > 0) {
        const details = { changed: 'indexed_metadata_keys', keys: keys.join(' ') }
        await recordAudit(tx, context, { action: 'workspace.changed', subject_id: workspace_id, details })
      }
      return { data: { keys: await store.shownKeys(tx, workspace_id) } }
    }),
})
