import type { Brand } from './brand.ts'
import { inkOn, lightenedOn } from './colour.ts'
import { itemList } from './item-list.ts'
import type { EmailContent, FooterLink, LetterGroup } from './letter.ts'
import { type Markup, markup, trusted } from './markup.ts'
import { linesOf, quoteBlock } from './quote.ts'
import { DARK_CARD, PAGE, TEXT } from './style.ts'

/** The plain text part. */
export function renderText({
  heading,
  paragraphs,
  quote,
  groups = [],
  button,
  notes = [],
  footer,
}: EmailContent): string {
  const quoted = quote && quotedText(quote)
  const pressed = button && `${button.label}:\n${button.url}`
  const small = footer.map((line) => (typeof line === 'string' ? line : `${line.label}:\n${line.url}`))
  const listed = groups.flatMap(groupText)
  const parts = [heading, ...paragraphs, quoted, ...listed, pressed, ...notes, '-- ', ...small]
  return `${parts.filter((part) => part !== undefined && part !== '').join('\n\n')}\n`
}

function groupText({ title, items }: LetterGroup): string[] {
  const listed = items.map(({ label, title: name, url, detail, quote }) =>
    [`${label}:`, name, detail, quote && quotedText(quote), url].filter(Boolean).join('\n'),
  )
  return [title === '' ? '' : `== ${title} ==`, ...listed]
}

function quotedText({ text, by }: { text: string; by: string }): string {
  return `${text.replace(/^/gm, '> ')}\n> – ${by}`
}

/** The HTML part: tables and inline styles, which all mail clients support. */
export function renderHtml(letter: EmailContent, brand: Brand): string {
  const { language, subject, preheader, heading, paragraphs, quote, progress, groups = [] } = letter
  const { button, notes = [], footer } = letter
  const seen = lightenedOn(brand.colour, DARK_CARD, 3)
  const content = [
    markup`<h1 class="ink" style="${TEXT.heading}">${heading}</h1>`,
    ...paragraphs.map((text) => markup`<p class="ink" style="${TEXT.body}">${bodyLines(text, button?.url)}</p>`),
    ...(quote ? [quoteBlock(quote, brand)] : []),
    ...(progress ? [progressBar(progress, brand)] : []),
    ...groups.map((group) => itemList(group, brand)),
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

/** The lines of a paragraph. The address of the button is a link here, too; other addresses are text. */
function bodyLines(text: string, url = ''): Markup[] {
  return linesOf(text, (line) => {
    if (url === '' || !line.includes(url)) return markup`${line}`
    const link = markup`<a href="${url}" class="ink" style="${TEXT.link}">${url}</a>`
    return markup`${line.split(url).map((part, index) => (index === 0 ? markup`${part}` : markup`${link}${part}`))}`
  })
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
