import type { Language } from '../../contract/languages.ts'
import type { Brand } from './brand.ts'
import { inkOn, lightenedOn } from './colour.ts'
import { type Markup, markup, trusted } from './markup.ts'
import { DARK_CARD, PAGE, TEXT } from './style.ts'

/** A link in a line of small print. */
interface FooterLink {
  label: string
  url: string
}

/** The content of a mail in one language, independent of its format. All texts are on one line, except for the quote and paragraphs. */
export interface EmailContent {
  language: Language
  subject: string
  /** The text that mail clients show beside the subject. */
  preheader: string
  heading: string
  paragraphs: readonly string[]
  /** Text written by a person. */
  quote?: { text: string; by: string } | undefined
  progress?: { done: number; total: number } | undefined
  button?: { label: string; url: string }
  /** Texts below the button. */
  notes?: readonly string[]
  footer: readonly (string | FooterLink)[]
}

/** The plain text part. */
export function renderText({ heading, paragraphs, quote, button, notes = [], footer }: EmailContent): string {
  const quoted = quote && `${quote.text.replace(/^/gm, '> ')}\n> – ${quote.by}`
  const pressed = button && `${button.label}:\n${button.url}`
  const small = footer.map((line) => (typeof line === 'string' ? line : `${line.label}:\n${line.url}`))
  const parts = [heading, ...paragraphs, quoted, pressed, ...notes, '-- ', ...small]
  return `${parts.filter((part) => part !== undefined && part !== '').join('\n\n')}\n`
}

/** The HTML part: tables and inline styles, which all mail clients support. */
export function renderHtml(letter: EmailContent, brand: Brand): string {
  const { language, subject, preheader, heading, paragraphs, quote, progress, button, notes = [], footer } = letter
  const seen = lightenedOn(brand.colour, DARK_CARD, 3)
  const content = [
    markup`<h1 class="ink" style="${TEXT.heading}">${heading}</h1>`,
    ...paragraphs.map((text) => markup`<p class="ink" style="${TEXT.body}">${bodyLines(text, button?.url)}</p>`),
    ...(quote ? [quoteBlock(quote, brand)] : []),
    ...(progress ? [progressBar(progress, brand)] : []),
    ...(button ? [buttonBlock(button, brand)] : []),
    ...notes.map((text) => markup`<p class="soft" style="${TEXT.note}">${text}</p>`),
  ]
  return markup`<!doctype html>
<html lang="${language}" dir="ltr" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${subject}</title>
<style>${trusted(PAGE)}
@media (prefers-color-scheme: dark) { .fill { background: ${seen} !important; } .edge { border-color: ${seen} !important; } }</style>
</head>
<body class="ground" style="${TEXT.page}">
<div style="${TEXT.hidden}">${preheader}${trusted('&#847;&zwnj;&nbsp;'.repeat(60))}</div>
<div role="main">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="ground" style="background:#f5f6f4"><tr><td align="center" style="padding:24px 12px">
${trusted('<!--[if mso]><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->')}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;margin:0 auto">
<tr><td style="padding:0 4px 16px">${header(brand)}</td></tr>
<tr><td class="card" style="${TEXT.card}">${content}</td></tr>
<tr><td style="padding:20px 4px 0">${footer.map(footerLine)}</td></tr>
</table>
${trusted('<!--[if mso]></td></tr></table><![endif]-->')}
</td></tr></table>
</div>
</body>
</html>
`.html
}

/** The name is the alternative text of the logo. */
function header({ sender, hasLogo }: Brand): Markup {
  if (!hasLogo) return markup`<span class="ink" style="${TEXT.name}"><bdi>${sender}</bdi></span>`
  return markup`<img src="cid:logo" alt="${sender}" height="40" class="ink" style="${TEXT.logo}">`
}

function linesOf(text: string, render: (line: string) => Markup): Markup[] {
  return text.split('\n').map((line, index) => (index === 0 ? render(line) : markup`<br>${render(line)}`))
}

/** The lines of a paragraph. The address of the button is a link here, too; other addresses are text. */
function bodyLines(text: string, url = ''): Markup[] {
  return linesOf(text, (line) => {
    if (url === '' || !line.includes(url)) return markup`${line}`
    const link = markup`<a href="${url}" class="ink" style="${TEXT.link}">${url}</a>`
    return markup`${line.split(url).map((part, index) => (index === 0 ? markup`${part}` : markup`${link}${part}`))}`
  })
}

function quoteBlock({ text, by }: { text: string; by: string }, { colour }: Brand): Markup {
  const lines = linesOf(text, (line) => markup`${line}`)
  return markup`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px"><tr>
<td class="fill" width="4" style="width:4px;background:${colour};border-radius:2px;font-size:0">&nbsp;</td>
<td style="padding:2px 0 2px 14px"><p dir="auto" class="ink" style="${TEXT.quote}">${lines}</p><p class="soft" style="${TEXT.by}"><bdi>${by}</bdi></p></td>
</tr></table>`
}

/** Without text: a paragraph states the progress. */
function progressBar({ done, total }: { done: number; total: number }, { colour }: Brand): Markup {
  const part = total === 0 ? 0 : Math.round((100 * Math.min(done, total)) / total)
  const filled = markup`<td class="fill" width="${part}%" height="8" style="background:${colour};border-radius:4px;font-size:0;line-height:8px">&nbsp;</td>`
  const left = markup`<td height="8" style="font-size:0;line-height:8px">&nbsp;</td>`
  return markup`<table role="presentation" aria-hidden="true" width="100%" cellpadding="0" cellspacing="0" border="0" class="track" style="${TEXT.track}"><tr>${part > 0 ? filled : []}${part < 100 ? left : []}</tr></table>`
}

function buttonBlock({ label, url }: { label: string; url: string }, { colour }: Brand): Markup {
  const ink = inkOn(colour)
  return markup`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 20px"><tr>
<td align="center" bgcolor="${colour}" style="border-radius:10px;background:${colour}"><a href="${url}" class="edge" style="${TEXT.button};background:${colour};border:1px solid ${colour};color:${ink}">${label}</a></td>
</tr></table>
<p class="soft" style="${TEXT.note}"><a href="${url}" class="soft" style="${TEXT.address}">${url}</a></p>`
}

function footerLine(line: string | FooterLink): Markup {
  if (typeof line === 'string') return markup`<p class="soft" style="${TEXT.small}">${line}</p>`
  const { label, url } = line
  return markup`<p class="soft" style="${TEXT.small}"><a href="${url}" class="soft" style="color:#56635e;text-decoration:underline">${label}</a></p>`
}
