const STYLE = 'data-style'
const styleOf = (element: Element) => element.getAttribute(STYLE) ?? ''

/** The HTML of a pasted document from Word, Google Docs or a web page, without the markup of its program. */
export function plainHtml(html: string): string {
  // The policy of this page lets no style through that is written into an element: here they are only read.
  const { body } = new DOMParser().parseFromString(html.replace(/\sstyle=/gi, ` ${STYLE}=`), 'text/html')
  // Pictures of other sites would be fetched from there by everybody who reads the guide.
  for (const element of body.querySelectorAll('script, style, meta, link, title, img, o\\:p, xml')) element.remove()
  for (const element of body.querySelectorAll('b, strong')) if (isPlain(element)) unwrap(element)
  for (const element of body.querySelectorAll('span')) marked(element)
  for (const title of body.querySelectorAll('p.MsoTitle')) replaced(title, 'h1')
  lists(body)
  // Items of one paragraph each are written without blank lines between them.
  for (const list of body.querySelectorAll('ul, ol'))
    if (!list.querySelector(':scope > li > p')) list.setAttribute('data-tight', 'true')
  return body.innerHTML
}

/** Google Docs puts all of it into a `b` that is not bold. */
function isPlain(element: Element): boolean {
  return /font-weight:\s*(?:normal|400)/i.test(styleOf(element))
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes)
}

function replaced(element: Element, name: string): HTMLElement {
  const other = document.createElement(name)
  other.append(...element.childNodes)
  element.replaceWith(other)
  return other
}

/** Marks of Google Docs are styles. */
function marked(span: Element): void {
  if (/font-style:\s*italic/i.test(styleOf(span))) wrapInside(span, 'em')
  if (/font-weight:\s*(?:bold|[6-9]00)/i.test(styleOf(span))) wrapInside(span, 'strong')
}

function wrapInside(element: Element, name: string): void {
  const inner = document.createElement(name)
  inner.append(...element.childNodes)
  element.append(inner)
}

/** `mso-list: l0 level2 lfo1` is of the second level; none is 0. */
function levelOf(style: string): number {
  const list = style.split(';').find((declaration) => declaration.includes('mso-list:'))
  return Number(/level(\d)/.exec(list ?? '')?.[1] ?? 0)
}

/** Lists of Word are paragraphs, each with its mark written out and its level in a style that browsers do not know. */
function lists(body: HTMLElement): void {
  let open: { level: number; list: HTMLElement }[] = []
  let last: Element | undefined
  for (const paragraph of [...body.querySelectorAll('p')]) {
    const level = levelOf(styleOf(paragraph))
    if (level === 0) continue
    if (paragraph.previousElementSibling !== last) open = []
    const mark = takeMark(paragraph)
    open = open.filter((one) => one.level <= level)
    let current = open.at(-1)
    if (!current || current.level < level) {
      const list = document.createElement(/^[\da-z]+[.)]/i.test(mark) ? 'ol' : 'ul')
      const item = current?.list.lastElementChild
      if (item) item.append(list)
      else paragraph.before(list)
      current = { level, list }
      open.push(current)
    }
    current.list.append(replaced(paragraph, 'li'))
    last = open[0]?.list
  }
}

/** Takes the written mark of an item of Word out of it: `1.` or a dot. */
function takeMark(paragraph: Element): string {
  const mark = [...paragraph.querySelectorAll('span')].find((span) => /mso-list:\s*Ignore/i.test(styleOf(span)))
  mark?.remove()
  return mark?.textContent?.trim() ?? ''
}

/** A table in Markdown: the first row is its head. */
export function tableSource(table: Element): string {
  const rows = [...table.querySelectorAll('tr')].map((row) =>
    [...row.querySelectorAll('th, td')].map((cell) =>
      (cell.textContent ?? '').trim().replace(/\s+/g, ' ').replaceAll('|', '\\|'),
    ),
  )
  const [head = [], ...rest] = rows.filter((row) => row.length > 0)
  const line = (cells: readonly string[]) => `| ${head.map((_, at) => cells[at] ?? '').join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rest.map(line)].join('\n')
}
