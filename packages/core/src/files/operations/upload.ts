import { z } from 'zod'
import { Id, recordOf } from '../../fields/fields.ts'
import { newId } from '../../ids.ts'
import { operation } from '../../operation/operation.ts'
import { inSlot } from '../../workspaces/quotas/slots.ts'
import { SentFile } from '../file.ts'
import { Content } from '../upload/content-input.ts'
import { FileName } from '../upload/file-name.ts'
import { receiveFile } from '../upload/upload.ts'

export const uploadFile = operation({
  name: 'upload_file',
  summary: 'Upload a file for a step',
  description: 'The file is stored immediately; the contact completes the step separately.',
  access: 'enrollment:follow',
  unaudited: 'activity',
  status: 201,
  input: z.strictObject({
    step_id: Id,
    id: Id.optional().describe(
      'ID of the new file, chosen by the client: a repeated upload with the same id creates no second file',
    ),
    name: FileName.describe('Name of the file; of a path, the last part'),
    announced_bytes: z.int().min(0).optional().describe('Size in bytes, if known'),
    content: Content,
  }),
  output: recordOf(SentFile),
  async run(context, { id = newId(), announced_bytes = 0, ...arriving }) {
    const receive = () => receiveFile(context, { id, announced_bytes, ...arriving })
    return { data: await inSlot(context, 'uploads', receive) }
  },
})
