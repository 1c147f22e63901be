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
  summary: 'Send a file that a step asks for',
  description: 'It is kept at once; the step is done when the contact says so.',
  access: 'enrollment:follow',
  status: 201,
  input: z.strictObject({
    step_id: Id,
    id: Id.optional().describe(
      'Of the file to be, made up by the sender: sent again after a lost answer, it is one file',
    ),
    name: FileName.describe('As the sender has it; of a path, the last part'),
    announced_bytes: z.int().min(0).optional().describe('How large it will be, where that is known'),
    content: Content,
  }),
  output: recordOf(SentFile),
  async run(context, { id = newId(), announced_bytes = 0, ...arriving }) {
    const receive = () => receiveFile(context, { id, announced_bytes, ...arriving })
    return { data: await inSlot(context, 'uploads', receive) }
  },
})
