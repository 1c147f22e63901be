import { plainHtml, tableSource } from './from-document.ts'

const STRUCTURE = /<(?:h[1-6]|ul|ol|strong|b|em|i|a\s|blockquote|pre|table)\b|mso-list/i

/** Whether what is pasted says more than its plain text does: of a document or a page, not of an editor of code. */
export function hasStructure(html: string): boolean {
  return STRUCTURE.test(html)
}

/** Whether what is pasted is a picture and nothing else, as when one was copied from a page. */
export function isPicture(html: string): boolean {
  if (!/<img\b/i.test(html)) return false
  const [before = '', ...tags] = html.split('<')
  return before.trim() === '' && tags.every((tag) => tag.includes('>') && tag.slice(tag.indexOf('>') + 1).trim() === '')
}

/** Markdown of what was copied from a document. The library is loaded with the first. */
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
