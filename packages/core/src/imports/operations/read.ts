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
  description: 'Imports are kept for 30 days, and can be undone during that time.',
  access,
  does: ['reads'],
  status: 200,
  input: z.strictObject(Paging),
  output: pageOf(Import),
  run: (context, paging) => listRecords(context, store.importList, paging),
})

export const getImport = operation({
  name: 'get_import',
  summary: 'Get an import with its progress',
  access,
  does: ['reads'],
  status: 200,
  input: z.strictObject({ id: RecordId }),
  output: recordOf(Import),
  run: ({ caller: { workspace_id }, store: { read } }, { id }) =>
    read(async (reader) => ({ data: existing(await store.findImport(reader, { workspace_id, id })) })),
})

export const listImportRows = operation({
  name: 'list_import_rows',
  summary: 'List the rows of an import with their outcomes, in the order of the file',
  access,
  does: ['reads'],
  status: 200,
  input: z.strictObject({
    id: RecordId,
    fate: z.enum(ROW_OUTCOMES).optional().describe('Only rows with this outcome'),
    after: z.int().min(0).max(2_000_000_000).default(0).describe('Continue after the row with this number'),
  }),
  output: z.object({
    data: z.array(ImportRow),
    meta: z.object({ next_after: z.int().nullable().describe('null on the last page') }),
  }),
  run: ({ caller: { workspace_id }, store: { read } }, { id, fate, after }) =>
    read(async (reader) => {
      const limit = store.rowsAtOnce(existing(await store.findImport(reader, { workspace_id, id })), MAX_ROWS)
      const part = { from: after, limit, outcomes: fate && [fate] }
      const data = await store.rowsOf(reader, { workspace_id, id }, part)
      return { data, meta: { next_after: data.length < limit ? null : (data.at(-1)?.number ?? null) } }
    }),
})
