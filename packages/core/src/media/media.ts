import { z } from 'zod'
import { OutputId, OutputUrl, Timestamp } from '../fields/fields.ts'

/** Maximum number of images per call: more than a page of a guide shows. */
export const MAX_MEDIA_SIZES = 200

/** An image, a video, captions or a PDF for guides. */
export const Media = z
  .object({
    id: OutputId,
    name: z.string(),
    media_type: z.string(),
    bytes: z.int(),
    width: z.int().describe('0 if it is not an image'),
    height: z.int(),
    url: OutputUrl.describe('Address for Markdown, a video step or an approval; its content never changes'),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Media' })
