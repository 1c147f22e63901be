import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../../../context.ts'
import { existing, validationError } from '../../../errors.ts'
import { fieldError } from '../../../field-errors.ts'
import { recordOf } from '../../../fields/fields.ts'
import { operation } from '../../../operation/operation.ts'
import type { ByteRange } from '../../content/content-store.ts'
import { type StoredPart, stored } from '../pieces.ts'
import * as store from '../store.ts'
import { UploadKey, uploadOfCaller } from '../upload-of-caller.ts'

/** Bounds the bytes that a request reads; the script of the pages sends files in chunks of this size. */
const MAX_DIGESTED_BYTES = 8 * 1024 ** 2

export const getUploadDigest = operation({
  name: 'get_upload_digest',
  summary: 'Get the digest of received bytes of a resumable upload',
  description:
    'A client that continues an upload of which it did not send all bytes itself compares the digest with that of its file first: files can agree in name, size and date, and differ in content. Counts as a visit.',
  access: 'enrollment:follow',
  unaudited: 'activity',
  status: 200,
  input: z.strictObject({
    ...UploadKey.shape,
    offset: z.int().min(0).describe('Where the range starts'),
    bytes: z.int().min(1).max(MAX_DIGESTED_BYTES).describe('Length of the range, of which all bytes must be received'),
  }),
  output: recordOf(z.object({ sha256: z.string().describe('SHA-256 of the range, in hexadecimal') })),
  async run(context, { step_id, id, offset, bytes }) {
    const parts = await receivedParts(context, { step_id, id })
    const received = parts.reduce((sum, part) => sum + part.bytes, 0)
    if (offset + bytes > received)
      throw validationError({ bytes: fieldError('too_large', `reach beyond the current offset, which is ${received}`) })
    return { data: { sha256: await digest(context, parts, { first: offset, last: offset + bytes - 1 }) } }
  },
})

/** The stored parts of an upload in their order; of a complete one, its file. @throws AppError `not_found` */
async function receivedParts(context: Context, key: UploadKey): Promise<readonly StoredPart[]> {
  return context.store.write(async (tx) => {
    const { known, upload } = await uploadOfCaller(tx, context, key)
    if (!known) return store.piecesOf(tx, upload)
    // What was removed cannot be continued.
    const { stored_as, bytes, removed_at } = known
    return [{ stored_as: existing(removed_at === null ? (stored_as ?? undefined) : undefined), bytes }]
  })
}

async function digest({ contents }: Context, parts: readonly StoredPart[], range: ByteRange): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of stored(contents, parts, range)) hash.update(chunk)
  return hash.digest('hex')
}
