import { cleanSvg } from './svg.ts'

interface LogoImage {
  media_type: 'image/png' | 'image/webp' | 'image/svg+xml'
  ending: 'png' | 'webp' | 'svg'
  content: Buffer
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

/** What an image is, by its content, as it may be shown to others; undefined where it is none of those that a logo may be. */
export function logoImage(content: Buffer): LogoImage | undefined {
  if (content.subarray(0, 8).equals(PNG)) return { media_type: 'image/png', ending: 'png', content }
  const [riff, webp] = [content.toString('latin1', 0, 4), content.toString('latin1', 8, 12)]
  if (riff === 'RIFF' && webp === 'WEBP') return { media_type: 'image/webp', ending: 'webp', content }
  const svg = cleanSvg(content.toString('utf8'))
  return svg === undefined ? undefined : { media_type: 'image/svg+xml', ending: 'svg', content: Buffer.from(svg) }
}
