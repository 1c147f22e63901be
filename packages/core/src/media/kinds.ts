import { validationError } from '../errors.ts'
import { fieldError } from '../field-errors.ts'

/** The kinds of media in guides: none runs code in a browser. */
export type Kind = 'image' | 'video' | 'captions' | 'document'

/** The extension and kind of each media type. */
const KINDS: Readonly<Record<string, { ending: string; kind: Kind }>> = {
  'image/png': { ending: 'png', kind: 'image' },
  'image/jpeg': { ending: 'jpg', kind: 'image' },
  'image/webp': { ending: 'webp', kind: 'image' },
  'image/gif': { ending: 'gif', kind: 'image' },
  'video/mp4': { ending: 'mp4', kind: 'video' },
  'video/webm': { ending: 'webm', kind: 'video' },
  'text/vtt': { ending: 'vtt', kind: 'captions' },
  'application/pdf': { ending: 'pdf', kind: 'document' },
}

/** @throws AppError `validation_error` for a type that is none of them */
export function kindOf(media_type: string): Kind {
  const known = Object.hasOwn(KINDS, media_type) ? KINDS[media_type] : undefined
  if (known) return known.kind
  throw validationError({
    content: fieldError(
      'not_an_option',
      'must be a PNG, JPEG, WebP or GIF image, an MP4 or WebM video, captions in WebVTT, or a PDF',
    ),
  })
}

/** The extension of a media type; undefined for an unsupported one. */
export function endingFor(media_type: string): string | undefined {
  return KINDS[media_type]?.ending
}
