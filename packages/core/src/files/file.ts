import { z } from 'zod'
import { OutputId, OutputUrl, Timestamp } from '../fields/fields.ts'

/** An uploaded file as shown to the contact, without its content. */
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
