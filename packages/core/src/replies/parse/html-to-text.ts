import { Parser } from 'htmlparser2'
import { MailFault } from './mail.ts'

const SKIPPED: ReadonlySet<string> = new Set(['head', 'script', 'style', 'template', 'title'])
const BLOCKS: ReadonlySet<string> = new Set(
  'address article aside blockquote dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
)
/** Elements without an end. */
const EMPTY: ReadonlySet<string> = new Set(['area', 'base', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'wbr'])
/** Classes of mail clients for what they quote, and for signatures. */
const QUOTING =
  /(?:^|\s)(?:gmail_quote|gmail_extra|yahoo_quoted|protonmail_quote|tutanota_quote|moz-cite-prefix)(?:_|\s|$)/
const SIGNING = /(?:^|\s)(?:gmail_signature|moz-signature|protonmail_signature_block)(?:\s|$)/
/** Deeper elements count as this level. */
const MAX_QUOTES = 8
const MAX_LINK = 500
/** Nested tables of mail programs stay far below; the parser takes time in proportion to the depth. */
const MAX_OPEN = 1000

/**
 * The text of an HTML mail. Quoted lines start with `>` as in plain text, and a signature follows a line `--`.
 * @throws MailFault for elements that are nested too deeply
 */
export function htmlToText(html: string): string {
  const lines: string[] = []
  /** For each open element, whether it quotes. */
  const open: { name: string; quotes: boolean; href?: string | undefined; from?: number }[] = []
  let line = ''
  let quotes = 0
  let skipped = 0
  let kept = 0

  function end(isForced = false): void {
    if (line.trim() === '' && !isForced) {
      line = ''
      return
    }
    lines.push(`${'> '.repeat(Math.min(quotes, MAX_QUOTES))}${kept > 0 ? line : line.trim()}`)
    line = ''
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      if (EMPTY.has(name)) {
        if (skipped > 0) return
        if (name === 'br') end(true)
        if (name === 'hr') end()
        return
      }
      if (open.length >= MAX_OPEN) throw new MailFault('The mail is nested too deeply')
      if (SKIPPED.has(name)) skipped++
      if (name === 'pre') kept++
      const classes = attributes.class ?? ''
      const doesQuote = name === 'blockquote' || QUOTING.test(classes)
      if (BLOCKS.has(name)) end()
      if (doesQuote) {
        end()
        quotes++
      }
      if (SIGNING.test(classes) || attributes.id === 'Signature') {
        end()
        lines.push('-- ')
      }
      if (name === 'li') line += '- '
      const href = name === 'a' ? attributes.href : undefined
      open.push({ name, quotes: doesQuote, href, from: line.length })
    },
    onclosetag(name) {
      if (EMPTY.has(name)) return
      const closed = open.pop()
      if (SKIPPED.has(name)) skipped--
      if (closed?.href !== undefined) line += addressBeside(closed.href, line.slice(closed.from))
      if (BLOCKS.has(name) || closed?.quotes) end()
      if (name === 'pre') kept--
      if (name === 'p' && lines.at(-1) !== '') lines.push('')
      if (closed?.quotes) quotes--
      if (name === 'td' || name === 'th') line += ' '
    },
    ontext(text) {
      if (skipped > 0) return
      if (kept === 0) {
        line += line === '' ? text.replace(/\s+/g, ' ').trimStart() : text.replace(/\s+/g, ' ')
        return
      }
      const [first = '', ...others] = text.split('\n')
      line += first
      for (const other of others) {
        end(true)
        line = other
      }
    },
  })
  parser.end(html)
  end()
  return lines.join('\n').replace(/\u00A0/g, ' ')
}

/** The address of a link whose text does not show it. */
function addressBeside(href: string, text: string): string {
  const isWeb = /^https?:\/\//i.test(href) && href.length <= MAX_LINK
  return isWeb && !text.includes(href.replace(/^https?:\/\//i, '').replace(/\/$/, '')) ? ` (${href})` : ''
}
