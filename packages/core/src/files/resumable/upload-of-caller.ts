import { z } from 'zod'
import type { Context } from '../../context.ts'
import { existing } from '../../errors.ts'
import { Id, RecordId } from '../../fields/fields.ts'
import type { Tx } from '../../storage/database.ts'
import { requireUploadStep } from '../upload/upload.ts'
import * as store from './store.ts'

export const UploadKey = z.strictObject({ step_id: Id, id: RecordId })
export type UploadKey = z.output<typeof UploadKey>

/** An upload of the caller, or its completed file. @throws AppError `not_found` */
export async function uploadOfCaller(tx: Tx, context: Context, { step_id, id }: UploadKey) {
  const { known, enrollment } = await requireUploadStep(tx, context, { step_id, id })
  if (known) return { known, upload: undefined }
  const { workspace_id, id: enrollment_id } = enrollment
  const upload = existing(await store.findUpload(tx, { workspace_id, id }))
  return {
    known,
    upload: existing(upload.enrollment_id === enrollment_id && upload.step_id === step_id ? upload : undefined),
  }
}
