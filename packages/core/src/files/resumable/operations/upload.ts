import { z } from 'zod'
import type { Context } from '../../../context.ts'
import { AppError, validationError } from '../../../errors.ts'
import { fieldError } from '../../../field-errors.ts'
import { Id, recordOf } from '../../../fields/fields.ts'
import { operation } from '../../../operation/operation.ts'
import { requireEntitlement } from '../../../workspaces/plans.ts'
import { inSlot } from '../../../workspaces/quotas/slots.ts'
import { requireStorage } from '../../../workspaces/quotas/storage.ts'
import { SentFile } from '../../file.ts'
import { Content } from '../../upload/content-input.ts'
import { FileName } from '../../upload/file-name.ts'
import { MAX_FILES } from '../../upload/limits.ts'
import { tooLarge } from '../../upload/receive.ts'
import { receiveFile, requireUploadStep } from '../../upload/upload.ts'
import { receivePiece, stored } from '../pieces.ts'
import * as store from '../store.ts'
import { UploadKey, uploadOfCaller } from '../upload-of-caller.ts'

// Requires the access token of the enrollment: uploads of other enrollments are not found.
const access = 'enrollment:follow'
/** Each chunk can be a lost connection. */
const MAX_PIECES = 1000

const Upload = z.object({
  id: z.string(),
  bytes: z.int().min(0).describe('Size of the file in bytes'),
  received: z.int().min(0).describe('Bytes received so far; the next chunk starts here'),
  file: SentFile.nullable().describe('The file, once the upload is complete'),
})
type UploadedFile = z.input<typeof SentFile>

const finished = (file: UploadedFile) => ({ data: { id: file.id, bytes: file.bytes, received: file.bytes, file } })
const open = ({ id, bytes, received }: store.UploadRow) => ({ data: { id, bytes, received, file: null } })

export const beginUpload = operation({
  name: 'begin_upload',
  summary: 'Start a resumable upload',
  description:
    'Starting it again with the same id returns the existing upload and its offset. An unfinished upload is kept for a day.',
  access,
  unaudited: 'activity',
  status: 201,
  input: z.strictObject({
    step_id: Id,
    id: Id.describe('ID of the new file, chosen by the client'),
    name: FileName.describe('Name of the file; of a path, the last part'),
    bytes: z.int().min(0),
  }),
  output: recordOf(Upload),
  async run(context, { step_id, id, name, bytes }) {
    requireEntitlement(context.caller.plan, 'file-uploads')
    return context.store.write(async (tx) => {
      const { known, limits, enrollment } = await requireUploadStep(tx, context, { step_id, id })
      if (known) return finished(known)
      if (bytes === 0) throw validationError({ content: fieldError('empty') })
      if (bytes > limits.max_bytes) throw tooLarge(limits.max_bytes)
      const { workspace_id, id: enrollment_id } = enrollment
      const before = await store.findUpload(tx, { workspace_id, id })
      const key = { workspace_id, enrollment_id, step_id }
      if (before) {
        const isSame = before.enrollment_id === enrollment_id && before.step_id === step_id && before.bytes === bytes
        if (!isSame) throw validationError({ id: fieldError('taken') })
        return open(before)
      }
      // The number of unfinished uploads is limited like the number of files.
      const [oldest, ...others] = await store.uploadsOf(tx, key)
      if (oldest && others.length >= MAX_FILES - 1) await store.deleteUpload(tx, context, oldest)
      await requireStorage(tx, context, bytes)
      const times = { created_at: tx.stamp, updated_at: tx.stamp }
      const upload = { ...key, id, name, bytes, received: 0, ...times }
      await store.insertUpload(tx, upload)
      return open(upload)
    })
  },
})

export const getUpload = operation({
  name: 'get_upload',
  summary: 'Get the offset of a resumable upload',
  description: 'Counts as a visit.',
  access,
  unaudited: 'activity',
  status: 200,
  input: UploadKey,
  output: recordOf(Upload),
  run: (context, key) =>
    context.store.write(async (tx) => {
      const { known, upload } = await uploadOfCaller(tx, context, key)
      return known ? finished(known) : open(upload)
    }),
})

export const continueUpload = operation({
  name: 'continue_upload',
  summary: 'Upload the next chunk of a file',
  description:
    'The received part of an interrupted chunk is kept. The last chunk completes the file, which is then validated.',
  access,
  unaudited: 'activity',
  status: 200,
  input: z.strictObject({
    ...UploadKey.shape,
    offset: z.int().min(0).describe('Where the chunk starts; must equal the current offset'),
    content: Content,
  }),
  output: recordOf(Upload),
  async run(context, { step_id, id, offset, content }) {
    const asked = await context.store.write((tx) => uploadOfCaller(tx, context, { step_id, id }))
    const current = asked.known ? asked.known.bytes : asked.upload.received
    if (offset !== current) throw wrongOffset(current)
    if (asked.known) return finished(asked.known)
    const { upload } = asked
    const after = upload.received < upload.bytes ? await appendPiece(context, upload, content) : upload
    if (after.received < after.bytes) return open(after)
    return finished(await finish(context, after))
  },
})

export const dropUpload = operation({
  name: 'drop_upload',
  summary: 'Cancel a resumable upload',
  access,
  unaudited: 'activity',
  status: 204,
  input: UploadKey,
  output: z.void(),
  run: (context, key) =>
    context.store.write(async (tx) => {
      const { upload } = await uploadOfCaller(tx, context, key)
      if (upload) await store.deleteUpload(tx, context, upload)
    }),
})

function wrongOffset(received: number): AppError {
  return new AppError('conflict', `The current offset is ${received}`)
}

/** @returns the upload with the received part of a chunk */
async function appendPiece(
  context: Context,
  upload: store.UploadRow,
  content: AsyncIterable<Uint8Array>,
): Promise<store.UploadRow> {
  const { workspace_id, id, received, bytes } = upload
  const piece = await inSlot(context, 'uploads', () => receivePiece(context.contents, content, bytes - received))
  if (!piece) return upload
  const row = { workspace_id, upload_id: id, begins_at: received, ...piece }
  const isAdded = await context.store
    .write(async (tx) => {
      if ((await store.countPieces(tx, upload)) >= MAX_PIECES)
        throw validationError({ content: fieldError('too_large', 'has too many chunks: start a new upload') })
      return store.addPiece(tx, row)
    })
    .catch(async (error: unknown) => {
      await context.contents.remove(piece.stored_as)
      throw error
    })
  if (isAdded) return { ...upload, received: received + piece.bytes }
  // Another connection was faster.
  await context.contents.remove(piece.stored_as)
  const now = await context.store.read((reader) => store.findUpload(reader, upload))
  throw wrongOffset(now?.received ?? bytes)
}

/** Joins the chunks to a file. A permanent rejection leaves nothing behind. */
async function finish(context: Context, upload: store.UploadRow): Promise<UploadedFile> {
  const { step_id, id, name, bytes } = upload
  const pieces = await context.store.read((reader) => store.piecesOf(reader, upload))
  const forget = () => context.store.write((tx) => store.deleteUpload(tx, context, upload))
  try {
    const file = await receiveFile(context, {
      step_id,
      id,
      name,
      announced_bytes: bytes,
      counted_bytes: bytes,
      content: stored(context.contents, pieces),
    })
    await forget()
    return file
  } catch (error) {
    if (error instanceof AppError && error.code === 'validation_error') await forget()
    throw error
  }
}
