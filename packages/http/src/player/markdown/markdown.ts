import MarkdownIt from 'markdown-it'
import { type Closing, closingOf } from '../closing/closing.ts'
import type { ImageSizes } from '../media/image-sizes.ts'
import { captionImages, isFigure, sourcesOf } from './figures.ts'
import { boundLines } from './lines.ts'
import { boundTables } from './tables.ts'

/** Markdown of guides as HTML. */
export interface Markdown {
  /** Of several paragraphs. */
  block(text: string): string
  /** Of one line: emphasis and links alone. */
  inline(text: string): string
  /** The parts of the message at the end of a guide. */
  closing(text: string): Closing
}

const ADDRESS = /^(?:https?:\/\/|mailto:|tel:)/i
/** The addresses of uploads for guides. */
const MEDIA = /^\/media\/([\w-]+\.\w+)$/
/** Nobody reads deeper quotes and lists; parsers and browsers suffer from them. */
const MAX_NESTING = 20
/** Characters of HTML. */
const MAX_KEPT = 8_000_000

interface MarkdownOptions {
  /** Where this instance is: addresses of its images begin with it, or with its path. */
  publicUrl: string
  /** The path of this instance, before the address of an image. */
  base: string
  sizes: Pick<ImageSizes, 'of'>
}

/**
 * Renders without raw HTML: what a guide says can neither run nor load anything from elsewhere. Links lead out in a window of
 * their own, which learns nothing of this one; images are the workspace's own, and have their place before they arrive.
 */
export function createMarkdown({ publicUrl, base, sizes }: MarkdownOptions): Markdown {
  const parser = new MarkdownIt({ html: false, linkify: true, maxNesting: MAX_NESTING })
  boundLines(parser)
  boundTables(parser)
  captionImages(parser, (source) => MEDIA.test(source))
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
  // The upload of an image returns its absolute address.
  const normalized = parser.normalizeLink
  parser.normalizeLink = (address) =>
    normalized(address.startsWith(`${publicUrl}/media/`) ? address.slice(publicUrl.length) : address)
  parser.validateLink = (address) => ADDRESS.test(address) || MEDIA.test(address)
  const { rules } = parser.renderer
  rules.link_open = (tokens, index, options, _env, renderer) => {
    const token = tokens[index]
    const address = String(token?.attrGet('href') ?? '')
    if (MEDIA.test(address)) token?.attrSet('href', `${base}${address}`)
    token?.attrSet('rel', 'noopener noreferrer')
    token?.attrSet('target', '_blank')
    return renderer.renderToken(tokens, index, options)
  }
  rules.image = (tokens, index, _options, env) => {
    const token = tokens[index]
    const source = String(token?.attrGet('src') ?? '')
    const label = parser.utils.escapeHtml(token?.content ?? '')
    const [, file] = MEDIA.exec(source) ?? []
    if (file === undefined) return label
    const size = sizes.of(file)
    if (!size && env) env[UNSURE] = true
    const place = size ? ` width="${size.width}" height="${size.height}"` : ''
    const image = `<img src="${base}${source}"${sourcesOf(size, { base, source })} alt="${label}"${place} loading="lazy" decoding="async">`
    const caption = parser.utils.escapeHtml(String(token?.attrGet('title') ?? ''))
    return isFigure(token) ? `${image}<figcaption>${caption}</figcaption>` : image
  }
  // The page has its own heading of the first level.
  rules.heading_open = (tokens, index) => `<h${levelOf(tokens[index]?.tag)} dir="auto">`
  rules.heading_close = (tokens, index) => `</h${levelOf(tokens[index]?.tag)}>\n`
  for (const name of ['paragraph_open', 'blockquote_open', 'list_item_open', 'table_open'])
    rules[name] = (tokens, index, options, _env, renderer) => {
      tokens[index]?.attrSet('dir', 'auto')
      return renderer.renderToken(tokens, index, options)
    }
  return {
    block: kept((text, said) => parser.render(text, said)),
    inline: kept((text, said) => parser.renderInline(text, said)),
    closing: (text) => closingOf(parser.parse(text, {}), text),
  }
}

function levelOf(tag = 'h1'): number {
  return Math.max(2, Number(tag.slice(1)))
}

/** The state while a text is rendered. */
type Said = Record<symbol, unknown>
/** The text has an image without a known size, which can change. */
const UNSURE = Symbol('unsure')

/** Guides are read more often than written: the newest texts are kept as they were rendered. */
function kept(render: (text: string, said: Said) => string): (text: string) => string {
  const rendered = new Map<string, string>()
  let size = 0
  return (text) => {
    const known = rendered.get(text)
    if (known !== undefined) return known
    const said: Said = {}
    const html = render(text, said)
    if (said[UNSURE] || html.length > MAX_KEPT) return html
    rendered.set(text, html)
    size += html.length
    for (const [oldest, { length }] of rendered) {
      if (size <= MAX_KEPT) break
      rendered.delete(oldest)
      size -= length
    }
    return html
  }
}
