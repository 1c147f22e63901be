import { validationError } from '../errors.ts'
import { fieldError } from '../field-errors.ts'

const MOST_PIXELS = 50_000_000
const LONGEST_SIDE = 12_000

/**
 * How large an image is shown, as its header says: nothing is unpacked.
 * @throws AppError `validation_error` when it says nothing that can be read, or is so large that it stops a browser
 */
export async function dimensionsOf(head: Buffer): Promise<{ width: number; height: number }> {
  const { width, height } = await readHeader(head)
  if (width * height > MOST_PIXELS || Math.max(width, height) > LONGEST_SIDE)
    throw validationError({
      content: fieldError('too_large', `is ${width} by ${height} pixels: the longest side may have ${LONGEST_SIDE}`),
    })
  return { width, height }
}

async function readHeader(head: Buffer) {
  const { imageSize } = await import('image-size')
  try {
    const { width, height } = imageSize(head)
    if (width > 0 && height > 0) return { width, height }
  } catch {
    // The library says in many ways that it is no image.
  }
  throw validationError({ content: fieldError('invalid', 'is not an image that can be read') })
}
