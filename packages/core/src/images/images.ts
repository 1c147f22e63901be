import type { Sharp } from 'sharp'
import { AppError, validationError } from '../errors.ts'
import { fieldError } from '../field-errors.ts'

/** More than any screen shows; and what it takes to unpack one is held in memory, of all frames of one that moves. */
export const MOST_PIXELS = 50_000_000

/** An image that was unpacked and written anew: of what else was in its file, nothing is left. */
interface Written {
  content: Buffer
  width: number
  height: number
}

/** What is done to images of others, one at a time and beside everything else: each takes much memory for a moment. */
export interface Images {
  /**
   * Writes an image anew in its own format, upright, no side longer than `longest`, without place, camera and comments.
   * @throws AppError `validation_error` on `content` when it cannot be unpacked
   */
  rewrite(content: Buffer, longest: number): Promise<Written>
  /** Draws an image or an SVG as a PNG that fits into a box. @throws AppError `validation_error` on `content` */
  draw(content: Buffer, box: { width: number; height: number }): Promise<Buffer>
}

/** What is read, whatever an image says it is: the library knows many formats more, and each is another way in. */
const READ = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Svg'].map((format) => `VipsForeignLoad${format}Buffer`)

export function createImages(): Images {
  let last: Promise<unknown> = Promise.resolve()
  /** After those before it, however they ended. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work, work)
    last = mine.catch(() => undefined)
    return mine
  }

  return {
    rewrite: (content, longest) =>
      inTurn(async () => {
        const image = (await open(content))
          .autoOrient()
          .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
        const { data, info } = await unpacked(image.toBuffer({ resolveWithObject: true }))
        return { content: data, width: info.width, height: info.pageHeight ?? info.height }
      }),
    draw: (content, box) =>
      inTurn(async () => {
        const image = (await open(content, { page: 0 })).resize({ ...box, fit: 'inside' })
        return unpacked(image.png().toBuffer())
      }),
  }
}

/** @param which its first frame alone, or all of them */
async function open(content: Buffer, which: { page: 0 } | { animated: true } = { animated: true }): Promise<Sharp> {
  const { default: sharp } = await import('sharp').catch((cause) => {
    throw new AppError('unavailable', 'The service cannot read images on this machine. Tell whoever runs it', { cause })
  })
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: READ })
  return sharp(content, { limitInputPixels: MOST_PIXELS, failOn: 'error', ...which })
}

async function unpacked<T>(result: Promise<T>): Promise<T> {
  try {
    return await result
  } catch (cause) {
    const isLarge = cause instanceof Error && /pixel limit/.test(cause.message)
    const problem = isLarge
      ? fieldError('too_large', `has more than ${MOST_PIXELS / 1_000_000} million pixels`)
      : fieldError('invalid', 'is not an image that can be read')
    throw Object.assign(validationError({ content: problem }), { cause })
  }
}
