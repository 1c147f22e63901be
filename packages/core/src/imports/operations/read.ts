import { z } from 'zod'
import { existing } from '../../errors.ts'
import { Paging, pageOf, RecordId, recordOf } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { listRecords } from '../../records/lists/lists.ts'
import { ROW_OUTCOMES } from '../contract.ts'
import { Import, ImportRow } from '../import.ts'
import * as store from '../store.ts'

const access = 'imports:manage'
const MAX_ROWS = 100

export const listImports = operation({
  name: 'list_imports',
  summary: 'List imports, newest first',
  description: 'They are kept for 30 days, and can be undone as long.',
  access,
  status: 200,
  input: z.strictObject(Paging),
  output: pageOf(Import),
  run: (context, paging) => listRecords(context, store.importList, paging),
})

export const getImport = operation({
  name: 'get_import',
  summary: 'Get how far an import is',
  access,
  status: 200,
  input: z.strictObject({ id: RecordId }),
  output: recordOf(Import),
  run: ({ caller: { workspace_id }, store: { read } }, { id }) =>
    read(async (reader) => ({ data: existing(await store.findImport(reader, { workspace_id, id })) })),
})

export const listImportRows = operation({
  name: 'list_import_rows',
  summary: 'List rows of an import in the order of the file, with what became of them, or would',
  access,
  status: 200,
  input: z.strictObject({
    id: RecordId,
    fate: z.enum(ROW_OUTCOMES).optional().describe('Only rows with this fate'),
    after: z.int().min(0).max(2_000_000_000).default(0).describe('The number of the row behind which it goes on'),
  }),
  output: z.object({
    data: z.array(ImportRow),
    meta: z.object({ next_after: z.int().nullable().describe('null at the end') }),
  }),
  run: ({ caller: { workspace_id }, store: { read } }, { id, fate, after }) =>
    read(async (reader) => {
      const limit = store.rowsAtOnce(existing(await store.findImport(reader, { workspace_id, id })), MAX_ROWS)
      const part = { from: after, limit, fates: fate && [fate] }
      const data = await store.rowsOf(reader, { workspace_id, id }, part)
      return { data, meta: { next_after: data.length < limit ? null : (data.at(-1)?.number ?? null) } }
    }),
})
