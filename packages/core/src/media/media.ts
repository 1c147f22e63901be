import { z } from 'zod'
import { OutputId, OutputUrl, Timestamp } from '../fields/fields.ts'

/** An image that guides can show. */
export const Media = z
  .object({
    id: OutputId,
    name: z.string(),
    media_type: z.string(),
    bytes: z.int(),
    width: z.int(),
    height: z.int(),
    url: OutputUrl.describe('For Markdown. What is there never changes'),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Media' })

/** The kinds of images that browsers show and that run nothing, with the endings of their addresses. */
export const IMAGE_ENDINGS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
}
