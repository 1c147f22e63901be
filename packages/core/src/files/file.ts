import { z } from 'zod'
import { OutputId, OutputUrl, Timestamp } from '../fields/fields.ts'

/** An uploaded file as shown to the contact, without its content. */
export const SentFile = z
  .object({
    id: OutputId,
    step_id: OutputId,
    participant_id: OutputId.nullable().describe('The participant who sent it; null for the primary contact'),
    name: z.string(),
    media_type: z.string(),
    bytes: z.int().min(0),
    created_at: Timestamp,
  })
  .meta({ id: 'SentFile' })

/** Null if the contact of the participant was deleted. */
const participant_name = z.string().nullable()

/** A file in the list of its contact, with the name of the participant. */
export const NamedSentFile = SentFile.extend({ participant_name }).meta({ id: 'NamedSentFile' })

/** A file as members see it. */
export const File = SentFile.extend({
  download_url: OutputUrl.describe('Valid for 15 minutes'),
  updated_at: Timestamp,
}).meta({ id: 'File' })

/** A file in the detail of its enrollment. */
export const NamedFile = File.extend({ participant_name }).meta({ id: 'NamedFile' })
