/** A text with a part of it selected. */
export interface Selected {
  text: string
  start: number
  end: number
}

/** A replacement for a part of a text, and the selection after it. */
export interface Replacement {
  start: number
  end: number
  by: string
  select: readonly [start: number, end: number]
}

/** Puts a mark such as `**` around the selection, or removes it. */
export function marked({ text, start, end }: Selected, mark: string): Replacement {
  const { length } = mark
  const inner = text.slice(start, end)
  const isMarked =
    text.slice(start - length, start) === mark &&
    text.slice(end, end + length) === mark &&
    // The stars of bold text are not two of italic.
    (mark !== '*' || text.slice(start - 2, start) !== '**' || text.slice(start - 3, start) === '***')
  if (isMarked) return { start: start - length, end: end + length, by: inner, select: [start - length, end - length] }
  return { start, end, by: `${mark}${inner}${mark}`, select: [start + length, end + length] }
}

/** Adds a prefix such as `- ` to each selected line, or removes it if all have it. */
export function begun({ text, start, end }: Selected, beginning: (line: number) => string): Replacement {
  const first = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const last = next < 0 ? text.length : next
  const lines = text.slice(first, last).split('\n')
  const has = lines.every((line, at) => line.startsWith(beginning(at)))
  const by = lines.map((line, at) => (has ? line.slice(beginning(at).length) : `${beginning(at)}${line}`)).join('\n')
  return { start: first, end: last, by, select: [first, first + by.length] }
}

/** Removes what makes the selected lines headings, quotes or items of a list. */
export function plain({ text, start, end }: Selected): Replacement {
  const first = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const last = next < 0 ? text.length : next
  const lines = text.slice(first, last).split('\n')
  const by = lines.map((line) => line.replace(/^(?:#{1,6}|>|[-*+]|\d{1,9}\.) +/, '')).join('\n')
  return { start: first, end: last, by, select: [first, first + by.length] }
}

/** Puts lines with a mark such as a fence before and after the selection. */
export function around({ text, start, end }: Selected, fence: string): Replacement {
  const before = start === 0 || text[start - 1] === '\n' ? '' : '\n'
  const after = end === text.length || text[end] === '\n' ? '' : '\n'
  const by = `${before}${fence}\n${text.slice(start, end)}\n${fence}${after}`
  const from = start + before.length + fence.length + 1
  return { start, end, by, select: [from, from + end - start] }
}

/** Turns the selection into a link, and selects its address for input. */
export function linked({ text, start, end }: Selected, placeholder: string): Replacement {
  const said = text.slice(start, end) || placeholder
  const at = start + said.length + 3
  const address = 'https://'
  return { start, end, by: `[${said}](${address})`, select: [at, at + address.length] }
}

/** An image, in a paragraph of its own. */
export function pictured({ text, start, end }: Selected, { name, url }: { name: string; url: string }): Replacement {
  const before = start === 0 || text.slice(0, start).endsWith('\n\n') ? '' : text[start - 1] === '\n' ? '\n' : '\n\n'
  const after = text.slice(end).startsWith('\n') ? '' : '\n'
  const said = name.replace(/\.\w+$/, '').replace(/[[\]\\]/g, '\\$&')
  const by = `${before}![${said}](${url})${after}`
  return { start, end, by, select: [start + by.length, start + by.length] }
}

/**
 * What a text is when a field has changed it. A field shows every end of a line as one: what is not changed keeps its own.
 * @param shown what the field has now
 */
export function changed(text: string, shown: string): string {
  const before = normal(text)
  if (before === shown) return text
  const most = Math.min(before.length, shown.length)
  let head = 0
  while (head < most && before[head] === shown[head]) head++
  let tail = 0
  while (tail < most - head && before.at(-1 - tail) === shown.at(-1 - tail)) tail++
  const from = positionIn(text, head)
  const to = positionIn(text, before.length - tail)
  return text.slice(0, from) + shown.slice(head, shown.length - tail) + text.slice(to)
}

/** The text as a field shows it (HTML Standard, normalize newlines). */
function normal(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

/** The position in a text for one in its normalised form. */
function positionIn(text: string, place: number): number {
  let at = 0
  for (let passed = 0; passed < place; passed++) at += text.startsWith('\r\n', at) ? 2 : 1
  return at
}
