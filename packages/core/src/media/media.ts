import { z } from 'zod'
import { OutputId, OutputUrl, Timestamp } from '../fields/fields.ts'

/** Images whose sizes one call asks for: more than a page of a guide shows. */
export const MAX_MEDIA_SIZES = 200

/** An image, a video or captions that guides can show. */
export const Media = z
  .object({
    id: OutputId,
    name: z.string(),
    media_type: z.string(),
    bytes: z.int(),
    width: z.int().describe('0 for what is no image'),
    height: z.int(),
    url: OutputUrl.describe('For Markdown, or a video step. What is there never changes'),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Media' })
