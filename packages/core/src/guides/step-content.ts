import { z } from 'zod'
import { requiredText, text } from '../fields/fields.ts'
import { MAX_FILE_BYTES } from '../files/upload/limits.ts'
import { DraftFields, FormFields } from './form-field.ts'

const MAX_CONTENT = 100_000
const MAX_ADDRESS = 2048
const WebAddress = z.url({ protocol: /^https?$/, error: 'is not a web address (http or https)' }).max(MAX_ADDRESS)

/** The address of uploaded media is made of their content, so that the files of an approval never change. */
const MEDIA_ADDRESS = /^https?:\/\/[^\s/]+(?:\/[^\s]*)?\/media\/[\da-f]{64}\.[a-z\d]+$/
const NO_MEDIA = 'is not the address of uploaded media'

const ITEMS = 'For checklist; lines after the first one of an item explain it'

/** The content of a step of a draft: anything that fits its shape. Publishing requires `StepContent`. */
export const DraftContent = z
  .strictObject({
    markdown: text(MAX_CONTENT)
      .describe('Text of the step, Markdown without raw HTML')
      .meta({ reference: 'Text of the step, as Markdown without HTML.' }),
    url: text(MAX_ADDRESS)
      .describe('For video, embed and link')
      .meta({ reference: 'Address of the video, the page to embed, or the link.' }),
    button_label: text(100)
      .describe('For link: text of its button; by default it names the host')
      .meta({ reference: 'Text of the button of a link; by default, it names the host.' }),
    captions: z
      .strictObject({
        url: WebAddress.meta({ reference: 'Address of the uploaded captions.' }),
        label: requiredText(100).optional().describe('Label of the captions, such as their language'),
      })
      .nullable()
      .describe('For the uploaded video of a video step: uploaded captions in WebVTT')
      .meta({ reference: 'Captions of an uploaded video, as an uploaded WebVTT file; `null` for none.' }),
    items: z.array(text(1000)).max(100).describe(ITEMS),
    fields: DraftFields.describe('For form').meta({ reference: 'Questions of a form, in their order.' }),
    accept: z
      .array(requiredText(100))
      .max(50)
      .describe('For file_upload: media types or file extensions')
      .meta({ reference: 'Media types or file extensions that an upload accepts; all if it is empty.' }),
    documents: z
      .array(
        z.strictObject({
          name: requiredText().meta({ reference: 'File name that the contact reads.' }),
          url: text(MAX_ADDRESS).regex(MEDIA_ADDRESS, NO_MEDIA).meta({ reference: 'Address of the uploaded file.' }),
        }),
      )
      .max(10)
      .describe('For approval: files that it is about, by the addresses of uploaded media')
      .meta({ reference: 'Files that an approval is about, as uploaded media.' }),
    max_bytes: z
      .int()
      .min(1)
      .max(MAX_FILE_BYTES)
      .describe('For file_upload: maximum size of a file; 25 MiB by default')
      .meta({ reference: 'Greatest size of an uploaded file in bytes; 25 MiB by default.' }),
  })
  .partial()
  .meta({
    id: 'DraftContent',
    reference: 'What a step of a draft shows and asks for. Anything may be missing until the guide is published.',
  })

/** The content of a step of a published guide, by its type. */
export const StepContent = DraftContent.extend({
  url: WebAddress.describe('For video, embed and link')
    .optional()
    .meta({ reference: 'Address of the video, the page to embed, or the link.' }),
  items: z.array(requiredText(1000)).max(100).describe(ITEMS).optional(),
  fields: FormFields.describe('For form').optional().meta({ reference: 'Questions of a form, in their order.' }),
}).meta({
  id: 'StepContent',
  reference: 'What a step shows and asks for. Which fields there are depends on the type of the step.',
})
