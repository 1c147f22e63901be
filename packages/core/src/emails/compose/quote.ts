import type { Brand } from './brand.ts'
import { type Markup, markup } from './markup.ts'
import { TEXT } from './style.ts'

/** The lines of a text, with line breaks between them. */
export function linesOf(text: string, render: (line: string) => Markup): Markup[] {
  return text.split('\n').map((line, index) => (index === 0 ? render(line) : markup`<br>${render(line)}`))
}

/** Text written by a person. */
export function quoteBlock({ text, by }: { text: string; by: string }, { colour }: Brand): Markup {
  const lines = linesOf(text, (line) => markup`${line}`)
  return markup`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px"><tr>
<td class="fill" width="4" style="width:4px;background:${colour};border-radius:2px;font-size:0">&nbsp;</td>
<td style="padding:2px 0 2px 14px"><p dir="auto" class="ink" style="${TEXT.quote}">${lines}</p><p class="soft" style="${TEXT.by}"><bdi>${by}</bdi></p></td>
</tr></table>`
}
