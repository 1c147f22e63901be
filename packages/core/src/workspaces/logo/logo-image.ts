import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Problem } from '../../images/process/messages.ts'

export interface LogoImage {
  media_type: 'image/png' | 'image/webp' | 'image/svg+xml'
  ending: 'png' | 'webp' | 'svg'
  /** The image for pages. */
  content: Buffer
  /** The image for mail: a PNG, which all mail clients support. Null for an SVG that cannot be converted. */
  mail_content: Buffer | null
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
/** In pixels: it is shown small. */
const MAX_SIDE = 1024
/** Twice the height in mail, for high-resolution screens. */
const MAIL_BOX = { width: 640, height: 80 }

/**
 * Re-encodes an image detected by its content, so that it is safe to show; undefined if its format is not allowed for
 * a logo.
 * @throws AppError `validation_error` on `content` if it has such a signature but is unreadable
 */
export async function logoImage(
  { images, caller: { workspace_id } }: Pick<Context, 'images' | 'caller'>,
  given: Buffer,
): Promise<LogoImage | undefined> {
  const kind = await kindOf(given)
  if (!kind) return undefined
  const { media_type, ending } = kind
  const content = 'svg' in kind ? kind.svg : (await images.rewrite(workspace_id, given, MAX_SIDE)).content
  const mail_content = await images.draw(workspace_id, content, MAIL_BOX).catch((error: unknown) => {
    if (!('svg' in kind) || !(error instanceof AppError) || error.code !== 'validation_error') throw error
    // An image that takes too much here would take as much in every browser.
    if (error.cause === ('took_too_much' satisfies Problem)) throw error
    return null
  })
  return { media_type, ending, content, mail_content }
}

async function kindOf(given: Buffer) {
  if (given.subarray(0, 8).equals(PNG)) return { media_type: 'image/png', ending: 'png' } as const
  const [riff, webp] = [given.toString('latin1', 0, 4), given.toString('latin1', 8, 12)]
  if (riff === 'RIFF' && webp === 'WEBP') return { media_type: 'image/webp', ending: 'webp' } as const
  const { cleanSvg } = await import('./svg.ts')
  const svg = cleanSvg(given.toString('utf8'))
  return svg === undefined
    ? undefined
    : ({ media_type: 'image/svg+xml', ending: 'svg', svg: Buffer.from(svg) } as const)
}
