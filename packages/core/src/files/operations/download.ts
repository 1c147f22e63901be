import type { Readable } from 'node:stream'
import { z } from 'zod'
import { existing } from '../../errors.ts'
import { operation } from '../../operation/operation.ts'
import { placeOf } from '../download-link.ts'
import { findOpenMessageFile } from '../message-files.ts'
import { findOpenFile } from '../store.ts'

const Download = z.object({ name: z.string(), media_type: z.string(), bytes: z.int(), content: z.custom<Readable>() })

export const downloadFile = operation({
  name: 'download_file',
  summary: 'Download a file by its link',
  access: 'visit',
  does: ['reads'],
  status: 200,
  input: z.strictObject({ token: z.string().max(500) }),
  output: z.object({ data: Download }),
  async run(context, { token }) {
    const key = placeOf(context, token)
    const file = existing(
      await context.store.read(
        async (reader) => (await findOpenFile(reader, key)) ?? (await findOpenMessageFile(reader, key)),
      ),
    )
    const { name, media_type, bytes, stored_as } = file
    const content = await context.contents.read(existing(stored_as ?? undefined))
    return { data: { name, media_type, bytes, content } }
  },
})
