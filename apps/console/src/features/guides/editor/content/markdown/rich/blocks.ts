import { type Token, tokenizer } from './schema.ts'

/** A part of a text, and the gap to the next one. */
export interface Block {
  source: string
  gap: string
  /** The tokens; undefined for a part that is no block, such as a link reference definition. */
  tokens: Token[] | undefined
}

export interface Blocks {
  /** The text before the first block. */
  prefix: string
  blocks: Block[]
}

/** The blocks of a text in order. Joined with their gaps, they are the text again. */
export function blocksOf(text: string): Blocks {
  const starts = lineStarts(text)
  const place = (line: number) => starts[line] ?? text.length
  const parts: { from: number; to: number; tokens: Token[] | undefined }[] = []
  let at = 0
  const takeUntil = (end: number) => {
    // Text between blocks that is not blank is content, too.
    const [from, to] = trimmed(text, at, end)
    if (from < to) parts.push({ from, to, tokens: undefined })
  }
  for (const { lines, tokens } of grouped(tokenizer.parse(text, {}))) {
    takeUntil(place(lines[0]))
    const [from, to] = trimmed(text, Math.max(at, place(lines[0])), place(lines[1]))
    if (from < to) parts.push({ from, to, tokens })
    at = Math.max(at, to)
  }
  takeUntil(text.length)
  const blocks = parts.map(({ from, to, tokens }, index) => ({
    source: text.slice(from, to),
    gap: text.slice(to, parts[index + 1]?.from ?? text.length),
    tokens,
  }))
  return { prefix: text.slice(0, parts[0]?.from ?? text.length), blocks }
}

/** The tokens of each block of the highest level, with the lines that it has. */
function grouped(tokens: readonly Token[]): { lines: [number, number]; tokens: Token[] }[] {
  const groups: { lines: [number, number]; tokens: Token[] }[] = []
  let depth = 0
  for (const token of tokens) {
    if (depth === 0) groups.push({ lines: token.map ?? [0, 0], tokens: [] })
    groups.at(-1)?.tokens.push(token)
    depth += token.nesting
  }
  return groups
}

/** The offsets of the lines of a text, as the tokenizer counts them. */
function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\r\n?|\n/g)].map((end) => end.index + end[0].length)]
}

/** A part of a text without the blank lines around it. The indentation of the first line is kept. */
function trimmed(text: string, start: number, end: number): [number, number] {
  const part = text.slice(start, end)
  const prefix = /^(?:[ \t]*(?:\r\n?|\n))*/.exec(part)?.[0].length ?? 0
  // Spaces at the end of the last line are kept.
  const ending = part.slice(endOfText(part))
  const lineEnd = ending.search(/[\r\n]/)
  const tail = lineEnd < 0 ? 0 : ending.length - lineEnd
  const isBlank = part.trim() === ''
  return isBlank ? [end, end] : [start + prefix, end - tail]
}

function endOfText(part: string): number {
  let end = part.length
  while (end > 0 && ' \t\r\n'.includes(part.charAt(end - 1))) end--
  return end
}
