import type MarkdownIt from 'markdown-it'
import type { Token } from 'markdown-it'
import type { ImageSizes } from '../media/image-sizes.ts'

/** Marks images with a caption: `![what it shows](address "caption")`, in a paragraph of its own, which becomes a figure. */
export function captionImages(parser: InstanceType<typeof MarkdownIt>, isShown: (source: string) => boolean): void {
  parser.core.ruler.push('figures', ({ tokens }) => {
    for (const [index, { type, children }] of tokens.entries()) {
      const [image, ...others] = children ?? []
      const [open, close] = [tokens[index - 1], tokens[index + 1]]
      if (type !== 'inline' || image?.type !== 'image' || others.length > 0) continue
      if (!image.attrGet('title') || !isShown(String(image.attrGet('src')))) continue
      if (open?.type !== 'paragraph_open' || open.hidden) continue
      image.meta = { isFigure: true }
      for (const side of [open, close]) if (side) side.tag = 'figure'
    }
  })
}

export function isFigure(token: Token | undefined): boolean {
  return token?.meta?.isFigure === true
}

/** The width of an image on a page: that of the text. */
const SHOWN_WIDTH = '(min-width: 60rem) 42rem, calc(100vw - 2.5rem)'

/** The attributes with the versions of an image, of which a browser loads one that fits. */
export function sourcesOf(
  size: ReturnType<ImageSizes['of']>,
  { base, source }: { base: string; source: string },
): string {
  if (!size || size.variants.length === 0) return ''
  const smaller = size.variants.map(({ file, width }) => `${base}/media/${file} ${width}w`)
  return ` srcset="${[...smaller, `${base}${source} ${size.width}w`].join(', ')}" sizes="${SHOWN_WIDTH}"`
}
