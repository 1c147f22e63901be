import type { Brand } from './brand.ts'
import type { LetterGroup, LetterItem } from './letter.ts'
import { type Markup, markup } from './markup.ts'
import { quoteBlock } from './quote.ts'
import { TEXT } from './style.ts'

/** Things to be done, each below a line: why it is listed, its name as a link, and more about it. */
export function itemList({ title, items }: LetterGroup, brand: Brand): Markup {
  const name = title === '' ? markup`` : markup`<h2 class="ink rule" style="${TEXT.group}">${title}</h2>`
  return markup`${name}<ul style="${TEXT.list}">${items.map((item) => listed(item, brand))}</ul>`
}

function listed({ label, isLate, title, url, detail, quote }: LetterItem, brand: Brand): Markup {
  const about = isLate ? markup`<span class="late" style="${TEXT.late}">${label}</span>` : markup`${label}`
  return markup`<li class="rule" style="${TEXT.item}">
<p class="soft" style="${TEXT.label}">${about}</p>
<p class="ink" style="${TEXT.title}"><a href="${url}" class="ink" style="${TEXT.link}">${title}</a></p>
${detail ? markup`<p class="soft" style="${TEXT.detail}">${detail}</p>` : markup``}
${quote ? markup`<div style="padding-top:8px">${quoteBlock(quote, brand)}</div>` : markup``}</li>`
}
