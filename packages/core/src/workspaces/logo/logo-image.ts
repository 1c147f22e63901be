import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Problem } from '../../images/process/messages.ts'
import { cleanSvg } from './svg.ts'

export interface LogoImage {
  media_type: 'image/png' | 'image/webp' | 'image/svg+xml'
  ending: 'png' | 'webp' | 'svg'
  /** As pages show it. */
  content: Buffer
  /** As mail shows it: a PNG, the one kind that all mail clients show. Null of an SVG that browsers alone can draw. */
  mail_content: Buffer | null
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
/** In pixels: it is shown small. */
const MAX_SIDE = 1024
/** Twice the height at which mail shows it, for screens that are twice as fine. */
const MAIL_BOX = { width: 640, height: 80 }

/**
 * An image by its content, written anew, so that it may be shown to others; undefined where it is none of those that a logo
 * may be.
 * @throws AppError `validation_error` on `content` where it begins like one, and cannot be read
 */
export async function logoImage(
  { images, caller: { workspace_id } }: Pick<Context, 'images' | 'caller'>,
  given: Buffer,
): Promise<LogoImage | undefined> {
  const kind = kindOf(given)
  if (!kind) return undefined
  const { media_type, ending } = kind
  const content = 'svg' in kind ? kind.svg : (await images.rewrite(workspace_id, given, MAX_SIDE)).content
  const mail_content = await images.draw(workspace_id, content, MAIL_BOX).catch((error: unknown) => {
    if (!('svg' in kind) || !(error instanceof AppError) || error.code !== 'validation_error') throw error
    // What takes too much here takes as much in every browser that is shown it.
    if (error.cause === ('took_too_much' satisfies Problem)) throw error
    return null
  })
  return { media_type, ending, content, mail_content }
}

function kindOf(given: Buffer) {
  if (given.subarray(0, 8).equals(PNG)) return { media_type: 'image/png', ending: 'png' } as const
  const [riff, webp] = [given.toString('latin1', 0, 4), given.toString('latin1', 8, 12)]
  if (riff === 'RIFF' && webp === 'WEBP') return { media_type: 'image/webp', ending: 'webp' } as const
  const svg = cleanSvg(given.toString('utf8'))
  return svg === undefined
    ? undefined
    : ({ media_type: 'image/svg+xml', ending: 'svg', svg: Buffer.from(svg) } as const)
}
