import { plainHtml, tableSource } from './from-document.ts'

const STRUCTURE = /<(?:h[1-6]|ul|ol|strong|b|em|i|a\s|blockquote|pre|table)\b|mso-list/i

/** Whether pasted content has more than its plain text: from a document or a page, but not from a code editor. */
export function hasStructure(html: string): boolean {
  return STRUCTURE.test(html)
}

/** Whether pasted content is only an image, such as one copied from a page. */
export function isPicture(html: string): boolean {
  if (!/<img\b/i.test(html)) return false
  const [before = '', ...tags] = html.split('<')
  return before.trim() === '' && tags.every((tag) => tag.includes('>') && tag.slice(tag.indexOf('>') + 1).trim() === '')
}

/** The Markdown of a copied document. The library is loaded on first use. */
export async function markdownOf(html: string): Promise<string> {
  const { default: Turndown } = await import('turndown')
  const turndown = new Turndown({
    headingStyle: 'atx',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  })
  turndown.addRule('tables', { filter: 'table', replacement: (_content, node) => `\n\n${tableSource(node)}\n\n` })
  return turndown.turndown(plainHtml(html))
}
