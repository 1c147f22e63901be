import { z } from 'zod'
import { CreatedAt, OutputId, OutputUrl, OwnId, UpdatedAt } from '../fields/fields.ts'

/** An uploaded file as shown to the contact, without its content. */
export const SentFile = z
  .object({
    id: OwnId,
    step_id: OutputId.meta({ reference: 'The upload step, or form, to which the file belongs.' }),
    participant_id: OutputId.nullable()
      .describe('The participant who sent it; null for the primary contact')
      .meta({ reference: 'The participant who uploaded it; `null` for the primary contact.' }),
    name: z.string().meta({ reference: 'File name that the contact gave.' }),
    media_type: z.string().meta({ reference: 'Media type found in the contents, such as `application/pdf`.' }),
    bytes: z.int().min(0).meta({ reference: 'Size of the contents.' }),
    created_at: CreatedAt,
  })
  .meta({ id: 'SentFile', reference: 'An uploaded file.' })

/** Null if the contact of the participant was deleted. */
const participant_name = z.string().nullable().meta({
  reference: 'Name of that participant; `null` for the primary contact, and if the contact was deleted.',
})

/** A file in the list of its contact, with the name of the participant. */
export const NamedSentFile = SentFile.extend({ participant_name }).meta({ id: 'NamedSentFile' })

/** A file as members see it. */
export const File = SentFile.extend({
  download_url: OutputUrl.describe('Valid for 15 minutes').meta({
    reference: 'Address from which the file can be downloaded for 15 minutes.',
  }),
  updated_at: UpdatedAt,
}).meta({ id: 'File', reference: 'An uploaded file with an address to download it from.' })

/** A file in the detail of its enrollment. */
export const NamedFile = File.extend({ participant_name }).meta({
  id: 'NamedFile',
  reference: 'An uploaded file with the name of the person who sent it.',
})
