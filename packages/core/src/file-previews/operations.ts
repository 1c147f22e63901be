import { z } from 'zod'
import { existing, validationError } from '../errors.ts'
import { fieldError } from '../field-errors.ts'
import { RecordId, recordOf } from '../fields/fields.ts'
import { findOpenFile } from '../files/store.ts'
import { operation } from '../operation/operation.ts'
import { CSV_PROBLEMS } from './csv-problems.ts'

const CsvPreview = z.object({
  problem: z.enum(CSV_PROBLEMS).nullable().describe('Why there are no rows'),
  header: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  columns_count: z.int().min(0),
  has_more_rows: z.boolean(),
  is_cut: z.boolean(),
})

export const previewFile = operation({
  name: 'preview_file',
  summary: 'Get the first rows of a CSV that a contact has sent',
  description: 'Bounded in rows, columns and characters; only the beginning of the file is read.',
  access: 'enrollments:read',
  does: ['reads'],
  status: 200,
  input: z.strictObject({ id: RecordId }),
  output: recordOf(CsvPreview),
  run: async ({ caller: { workspace_id }, store, contents }, { id }) => {
    const file = existing(await store.read((reader) => findOpenFile(reader, { workspace_id, id })))
    if (!/\.(?:csv|tsv)$/i.test(file.name)) throw validationError({ id: fieldError('wrong_state', 'is not a CSV') })
    const { csvHead, HEAD_BYTES } = await import('./csv-head.ts')
    // The range of an empty content has no bytes.
    if (file.bytes === 0) return { data: csvHead(new Uint8Array(), true) }
    const last = Math.min(file.bytes, HEAD_BYTES) - 1
    const content = await contents.read(existing(file.stored_as ?? undefined), { first: 0, last })
    const chunks: Uint8Array[] = []
    for await (const chunk of content) chunks.push(chunk)
    return { data: csvHead(Buffer.concat(chunks), file.bytes <= HEAD_BYTES) }
  },
})
