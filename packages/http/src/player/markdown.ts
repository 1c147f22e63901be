import MarkdownIt from 'markdown-it'

/** Markdown of guides as HTML. */
export interface Markdown {
  /** Of several paragraphs. */
  block(text: string): string
  /** Of one line: emphasis and links alone. */
  inline(text: string): string
}

const ADDRESS = /^(?:https?:\/\/|mailto:|tel:)/i
/** What members have uploaded for their guides. */
const MEDIA = /^\/media\/[\w-]+\.\w+$/
/** Nobody reads deeper quotes and lists; parsers and browsers suffer from them. */
const MAX_NESTING = 20
const MAX_KEPT = 200
const MAX_KEPT_LENGTH = 20_000

/**
 * Renders without raw HTML: what a guide says can neither run nor load anything from elsewhere. Links lead out in a window of
 * their own, which learns nothing of this one; images are the workspace's own.
 * @param base the path of this instance, before the address of an image
 */
export function createMarkdown(base: string): Markdown {
  const parser = new MarkdownIt({ html: false, linkify: true, maxNesting: MAX_NESTING })
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
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
  rules.image = (tokens, index, _options, _env) => {
    const token = tokens[index]
    const source = String(token?.attrGet('src') ?? '')
    const words = parser.utils.escapeHtml(token?.content ?? '')
    if (!MEDIA.test(source)) return words
    return `<img src="${base}${source}" alt="${words}" loading="lazy" decoding="async">`
  }
  // The page has its own heading of the first level.
  rules.heading_open = (tokens, index) => `<h${levelOf(tokens[index]?.tag)} dir="auto">`
  rules.heading_close = (tokens, index) => `</h${levelOf(tokens[index]?.tag)}>\n`
  for (const name of ['paragraph_open', 'blockquote_open', 'list_item_open', 'table_open'])
    rules[name] = (tokens, index, options, _env, renderer) => {
      tokens[index]?.attrSet('dir', 'auto')
      return renderer.renderToken(tokens, index, options)
    }
  return { block: kept((text) => parser.render(text)), inline: kept((text) => parser.renderInline(text)) }
}

function levelOf(tag = 'h1'): number {
  return Math.max(2, Number(tag.slice(1)))
}

/** Guides are read more often than written: the newest texts are kept as they were rendered. */
function kept(render: (text: string) => string): (text: string) => string {
  const rendered = new Map<string, string>()
  return (text) => {
    const known = rendered.get(text)
    if (known !== undefined) return known
    const html = render(text)
    if (text.length > MAX_KEPT_LENGTH) return html
    const [oldest] = rendered.keys()
    if (rendered.size >= MAX_KEPT && oldest !== undefined) rendered.delete(oldest)
    rendered.set(text, html)
    return html
  }
}
