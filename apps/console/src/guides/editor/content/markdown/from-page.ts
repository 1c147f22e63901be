const STRUCTURE = /<(?:h[1-6]|ul|ol|strong|b|em|i|a\s|blockquote|pre|img\s|table)\b/i

/** Whether what is pasted says more than its plain text does: of a document or a page, not of an editor of code. */
export function hasStructure(html: string): boolean {
  return STRUCTURE.test(html)
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
  // Pictures of other sites would be fetched from there by everybody who reads the guide.
  turndown.remove(['script', 'style', 'title', 'meta'])
  turndown.addRule('pictures', { filter: 'img', replacement: (_content, node) => node.getAttribute('alt') ?? '' })
  return turndown.turndown(html)
}
