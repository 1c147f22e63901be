import type { Token } from 'markdown-it'

/** A point of a calendar, as it is written in a text: `2026-12-03`, `2026-12-03 10:00` or `2026-12-03 10:00-10:45`. */
export interface Appointment {
  day: string
  /** In the time zone of the workspace; undefined for the whole day. */
  time: string | undefined
  until: string | undefined
  /** The words that stand for it. */
  written: string
}

/** What happens next: an item of a list. */
export interface NextStep {
  title: string
  text: string
  appointment: Appointment | undefined
}

/** The message at the end of a guide, by its parts. The texts are Markdown. */
export interface Closing {
  before: string
  steps: readonly NextStep[]
  after: string
  /** The main button: a link that is a paragraph of its own. */
  link: { label: string; url: string } | undefined
}

/**
 * Takes a message apart: the items of its first list are the next steps, the last paragraph that is nothing but a link is the
 * main button.
 */
export function closingOf(tokens: readonly Token[], text: string): Closing {
  const lines = text.split('\n')
  const blocks = blocksOf(tokens)
  const list = blocks.find(([first]) => first?.type === 'bullet_list_open')
  const button = blocks.findLast((block) => linkOf(block) !== undefined)
  const sourceOf = (some: readonly Token[][]) =>
    some.flatMap(([first]) => (first?.map ? [lines.slice(...first.map).join('\n')] : [])).join('\n\n')
  const others = blocks.filter((block) => block !== list && block !== button)
  const place = list ? blocks.indexOf(list) : blocks.length
  return {
    before: sourceOf(others.filter((block) => blocks.indexOf(block) < place)),
    steps: list ? itemsOf(list).map(nextStepOf) : [],
    after: sourceOf(others.filter((block) => blocks.indexOf(block) > place)),
    link: button && linkOf(button),
  }
}

/** The tokens of each block of the text. */
function blocksOf(tokens: readonly Token[]): Token[][] {
  const blocks: Token[][] = []
  for (const token of tokens) {
    if (token.level === 0 && token.nesting !== -1) blocks.push([])
    blocks.at(-1)?.push(token)
  }
  return blocks
}

function linkOf(block: readonly Token[]): Closing['link'] {
  const [first, inline] = block
  const children = inline?.children ?? []
  const [open, close] = [children[0], children.at(-1)]
  const isLink = first?.type === 'paragraph_open' && open?.type === 'link_open' && close?.type === 'link_close'
  if (!isLink || children.filter(({ type }) => type === 'link_open').length > 1) return undefined
  const url = String(open.attrGet('href') ?? '')
  const label = children.map(({ content }) => content).join('')
  return /^https?:/i.test(url) ? { label, url } : undefined
}

/** The Markdown of each item of a list. */
function itemsOf(list: readonly Token[]): string[] {
  const items: string[][] = []
  for (const { type, level, content } of list) {
    if (type === 'list_item_open' && level === 1) items.push([])
    if (type === 'inline') items.at(-1)?.push(content)
  }
  return items.map((parts) => parts.join('\n'))
}

const TITLED = /^\*\*([^*]+)\*\*[.:]?/
const WRITTEN = /\b(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(?:[-–](\d\d:\d\d))?)?(?![\d:])/

function nextStepOf(item: string): NextStep {
  const found = TITLED.exec(item)
  const [line = ''] = item.split('\n')
  const title = found?.[1] ?? line
  return { title, text: item.slice((found?.[0] ?? line).length).trim(), appointment: appointmentIn(item) }
}

function appointmentIn(text: string): Appointment | undefined {
  const [written, day = '', time, until] = WRITTEN.exec(text) ?? []
  if (written === undefined) return undefined
  const isReal = [time, until].every((one) => exists(`${day}T${one ?? '00:00'}:00.000Z`))
  return isReal ? { day, time, until, written } : undefined
}

/** Whether there is such a time: no 30 February, no 25 o'clock. */
function exists(time: string): boolean {
  const parsed = Date.parse(time)
  return !Number.isNaN(parsed) && new Date(parsed).toISOString() === time
}
