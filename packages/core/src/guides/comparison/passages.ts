/** A part of a text that two versions share, or that one of them alone has. */
export interface Passage {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Beyond as many pairs of words, a text counts as replaced: comparing takes time and memory for each pair. */
const MAX_PAIRS = 400_000
/** The words of a shared passage that are shown beside a difference. */
const AROUND = 8
const MAX_CHARACTERS = 1500

/** The differences of two texts, word by word; of what they share, only the words around the differences. */
export function passagesOf(before: string, after: string): Passage[] {
  const [was, is] = [wordsOf(before), wordsOf(after)]
  const shorter = Math.min(was.length, is.length)
  let head = 0
  while (head < shorter && was[head] === is[head]) head++
  let tail = 0
  while (tail < shorter - head && was.at(-1 - tail) === is.at(-1 - tail)) tail++
  const passages = [
    ...same(was.slice(0, head)),
    ...between(was.slice(head, was.length - tail), is.slice(head, is.length - tail)),
    ...same(was.slice(was.length - tail)),
  ]
  return joined(passages).map((passage, at, all) =>
    shortened(passage, { isFirst: at === 0, isLast: at === all.length - 1 }),
  )
}

/** Each with the spaces after it, so that what is removed and what is added are whole phrases. */
function wordsOf(text: string): string[] {
  return text.match(/\S+\s*|\s+/g) ?? []
}

function same(words: readonly string[]): Passage[] {
  return words.map((text) => ({ kind: 'same', text }))
}

/** The differences of two lists of words by their longest common subsequence. */
function between(was: readonly string[], is: readonly string[]): Passage[] {
  const removed = was.map((text): Passage => ({ kind: 'removed', text }))
  const added = is.map((text): Passage => ({ kind: 'added', text }))
  if (was.length === 0 || is.length === 0 || was.length * is.length > MAX_PAIRS) return [...removed, ...added]
  const width = is.length + 1
  const longest = new Uint16Array((was.length + 1) * width)
  const lengthAt = (row: number, column: number) => longest[row * width + column] ?? 0
  for (let row = was.length - 1; row >= 0; row--)
    for (let column = is.length - 1; column >= 0; column--)
      longest[row * width + column] =
        was[row] === is[column]
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1))
  const passages: Passage[] = []
  let [row, column] = [0, 0]
  while (row < was.length && column < is.length) {
    if (was[row] === is[column]) {
      passages.push({ kind: 'same', text: was[row++] ?? '' })
      column++
    } else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1))
      passages.push({ kind: 'removed', text: was[row++] ?? '' })
    else passages.push({ kind: 'added', text: is[column++] ?? '' })
  }
  return [...passages, ...removed.slice(row), ...added.slice(column)]
}

/** Joins neighbours of one kind; between two shared passages, what is removed comes before what is added. */
function joined(passages: readonly Passage[]): Passage[] {
  const whole: Passage[] = []
  let [removed, added] = ['', '']
  const flush = () => {
    if (removed !== '') whole.push({ kind: 'removed', text: removed })
    if (added !== '') whole.push({ kind: 'added', text: added })
    removed = ''
    added = ''
  }
  for (const { kind, text } of passages) {
    if (kind === 'removed') removed += text
    else if (kind === 'added') added += text
    else {
      flush()
      const last = whole.at(-1)
      if (last?.kind === 'same') last.text += text
      else whole.push({ kind, text })
    }
  }
  flush()
  return whole
}

/** A shared passage with the words next to a difference alone, and another one up to its limit. */
function shortened({ kind, text }: Passage, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): Passage {
  if (kind !== 'same') return { kind, text: text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)} …` : text }
  const words = wordsOf(text)
  const [before, after] = [isFirst ? 0 : AROUND, isLast ? 0 : AROUND]
  if (words.length <= before + after + 1) return { kind, text: text.slice(0, MAX_CHARACTERS) }
  const [head, rest] = [words.slice(0, before).join(''), words.slice(words.length - after)]
  const ends = [head, after === 0 ? '' : rest.join('')].map((part) => part.slice(0, MAX_CHARACTERS))
  return { kind, text: ends.join('… ') }
}
