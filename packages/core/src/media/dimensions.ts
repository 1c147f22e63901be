import { validationError } from '../errors.ts'
import { fieldError } from '../field-errors.ts'
import { MAX_PIXELS } from '../images/images.ts'

/** Maximum side of stored images in pixels: twice the width of the widest text. */
export const MAX_RENDERED_SIDE = 2400
const MAX_SIDE = 12_000

/**
 * Checks the declared size of an image before it is unpacked.
 * @throws AppError `validation_error` when the size is unreadable or too large
 */
export async function requireSize(head: Buffer): Promise<void> {
  const { width, height } = await readHeader(head)
  if (width * height > MAX_PIXELS || Math.max(width, height) > MAX_SIDE)
    throw validationError({
      content: fieldError('too_large', `is ${width} by ${height} pixels: the maximum is ${MAX_SIDE} pixels a side`),
    })
}

async function readHeader(head: Buffer) {
  const { imageSize } = await import('image-size')
  try {
    const { width, height } = imageSize(head)
    if (width > 0 && height > 0) return { width, height }
  } catch {
    // The library has many errors for files that are not images.
  }
  throw validationError({ content: fieldError('invalid', 'is not an image that can be read') })
}
