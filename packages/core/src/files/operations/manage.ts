import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import { findEnrollment } from '../../enrollments/store.ts'
import { existing, notFound } from '../../errors.ts'
import { Paging, pageOf, RecordId, UpdatedSince } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { listRecords } from '../../records/lists/lists.ts'
import { downloadUrl } from '../download-link.ts'
import { File } from '../file.ts'
import * as store from '../store.ts'

export const listFiles = operation({
  name: 'list_files',
  summary: 'List the files that the contact of an enrollment has uploaded, newest first',
  description: 'Each file has a download URL that is valid for 15 minutes.',
  access: 'enrollments:read',
  does: ['reads'],
  route: 'GET /enrollments/:id/files',
  status: 200,
  input: z.strictObject({ id: RecordId, ...Paging, updated_since: UpdatedSince }),
  output: pageOf(File),
  run: async (context, { id, ...paging }) => {
    const { workspace_id } = context.caller
    existing(await context.store.read((reader) => findEnrollment(reader, workspace_id, id)))
    const { data, ...rest } = await listRecords(context, store.fileList, { filters: { enrollment_id: id }, ...paging })
    const withAddress = data.map((file) => ({
      ...file,
      download_url: downloadUrl(context, { workspace_id, id: file.id }),
    }))
    return { data: withAddress, ...rest }
  },
})

export const deleteFile = operation({
  name: 'delete_file',
  summary: 'Permanently delete a file',
  description: 'Its step stays completed.',
  access: 'enrollments:write',
  does: ['deletes', 'ends'],
  audit: ['file.deleted'],
  route: 'DELETE /enrollments/:id/files/:file_id',
  status: 204,
  input: z.strictObject({
    id: RecordId,
    file_id: RecordId.meta({ reference: 'A file of the enrollment, as `GET /enrollments/{id}/files` lists it.' }),
  }),
  output: z.void(),
  run: (context, { id, file_id }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const file = existing(await store.findFile(tx, { workspace_id, id: file_id }))
      if (file.enrollment_id !== id) throw notFound()
      await store.deleteFile(tx, context, file)
      const details = { name: file.name, enrollment_id: id }
      await recordAudit(tx, context, { action: 'file.deleted', subject_id: file_id, details })
    }),
})
