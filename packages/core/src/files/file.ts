import { z } from 'zod'
import { OutputId, OutputUrl, Timestamp } from '../fields/fields.ts'

/** A file that a contact sent, as the contact sees it: never what is in it. */
export const SentFile = z
  .object({
    id: OutputId,
    step_id: OutputId,
    name: z.string(),
    media_type: z.string(),
    bytes: z.int().min(0),
    created_at: Timestamp,
  })
  .meta({ id: 'SentFile' })

/** A file as members see it. */
export const File = SentFile.extend({
  download_url: OutputUrl.describe('Valid for 15 minutes'),
  updated_at: Timestamp,
}).meta({ id: 'File' })
